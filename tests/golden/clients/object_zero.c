/* Nobody makes the object: it is all zeros, and several clients share it. */
#include <pthread.h>
typedef struct {
    pthread_mutex_t lock;
    long hits;
} stat_t;
void hit(stat_t *s)
{
    pthread_mutex_lock(&s->lock);
    s->hits++;
    pthread_mutex_unlock(&s->lock);
}
long hits(const stat_t *s)
{
    stat_t *w = (stat_t *)s;
    pthread_mutex_lock(&w->lock);
    long n = w->hits;
    pthread_mutex_unlock(&w->lock);
    return n;
}
