/* A member of a list node is read to be printed, after the list's lock was given back. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int datum;
    struct node *next;
} *list;

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *p)
{
    pthread_mutex_lock(&m);
    if (list) list->datum++;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t thread;
    struct node *p = malloc(sizeof *p);
    if (!p) return 1;
    p->datum = 7;
    p->next = 0;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&m);
    list = p;
    pthread_mutex_unlock(&m);
    printf("%d\n", p->datum);
    pthread_join(thread, 0);
    return 0;
}
