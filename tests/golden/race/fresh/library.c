/* Filled in by functions of the library, which keep no address. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char name[8];
    int v;
} *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *arg)
{
    struct node *p = malloc(sizeof *p);
    if (!p) abort();
    p->name[0] = 0;
    if (strcmp(p->name, "x") == 0) abort();
    p->v = 1;
    pthread_mutex_lock(&m);
    head = p;
    pthread_mutex_unlock(&m);
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
