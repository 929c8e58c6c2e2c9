/* A list of any length: it is read without the lock. */
#include <pthread.h>
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
} *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *push(void *arg)
{
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->v = 1;
    pthread_mutex_lock(&m);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&m);
    return 0;
}

void *count(void *arg)
{
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
        sum += n->v;
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, push, 0);
        pthread_create(&t, 0, count, 0);
    }
}
