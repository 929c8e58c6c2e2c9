/* A counter with its lock, used by two threads. */
#include <stdlib.h>
#include <pthread.h>

struct counter {
    pthread_mutex_t lock;
    int value;
};

void *work(void *arg)
{
    struct counter *c = arg;
    pthread_mutex_lock(&c->lock);
    c->value++;
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct counter *c = malloc(sizeof *c);
    if (!c) return 1;
    c->value = 0;
    pthread_mutex_init(&c->lock, NULL);
    pthread_create(&t, NULL, work, c);
    pthread_join(t, NULL);
    pthread_mutex_destroy(&c->lock);
    free(c);
    return 0;
}
