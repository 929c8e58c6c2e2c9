/* The same: one function reads without the lock. */
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
long hits(const stat_t *s) { return s->hits; }
