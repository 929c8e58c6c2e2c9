/* Published, and written to afterwards. A function returns what it gets. */
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

static struct node *same(struct node *n) { return n; }

void *writer(void *arg)
{
    struct node *p = malloc(sizeof *p);
    if (!p) abort();
    p->v = 1;
    push(same(p));
    p->v = 2;
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
