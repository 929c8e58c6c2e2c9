/* Filled in by a function, made by another one. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int input(void);
struct node {
    int v;
    struct node *next;
} *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void push(struct node *n)
{
    pthread_mutex_lock(&m);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&m);
}

static struct node *new_node(void)
{
    struct node *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->v = 1;
    return n;
}

static void set(struct node *n, int v)
{
    for (int i = 0; i < 2; i++)
        n->v = v;
}

void *writer(void *arg)
{
    struct node *p = new_node();
    if (!p) return 0;
    set(p, 2);
    push(p);
    return 0;
}

void *reader(void *arg)
{
    pthread_mutex_lock(&m);
    int v = head ? head->v : 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, writer, 0);
        pthread_create(&t, 0, reader, 0);
    }
}
