/* Several of them, one after the other. */
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

void *writer(void *arg)
{
    for (int i = 0; i < 3; i++) {
        struct node *p = malloc(sizeof *p);
        if (!p) abort();
        p->v = i;
        push(p);
    }
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
