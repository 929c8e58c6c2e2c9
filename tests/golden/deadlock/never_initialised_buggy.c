// The mutex of the box is never initialised: whether it is free is anybody's guess.
#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t lock; pthread_cond_t filled; int count; };
static void *fill(void *arg)
{
    struct box *b = arg;
    pthread_mutex_lock(&b->lock);
    b->count++;
    pthread_cond_signal(&b->filled);
    pthread_mutex_unlock(&b->lock);
    return 0;
}
int main(void)
{
    pthread_t t;
    struct box *b = malloc(sizeof *b);
    if (!b) return 1;
    pthread_cond_init(&b->filled, 0);
    b->count = 0;
    pthread_create(&t, 0, fill, b);
    pthread_mutex_lock(&b->lock);
    while (!b->count) pthread_cond_wait(&b->filled, &b->lock);
    pthread_mutex_unlock(&b->lock);
    pthread_join(t, 0);
    return 0;
}
