// Every thread allocates a node and links it in: one call of malloc, several objects; the loop starts no more than 3 threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int full;
    struct node *next;
};
struct node *head;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *push(void *arg)
{
    struct node *n = malloc(sizeof *n);
    n->full = 1;
    pthread_mutex_lock(&mutex);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    assert(head->full);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++)
        pthread_create(&t, 0, push, 0);
    return 0;
}
