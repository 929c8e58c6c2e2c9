/* A bag that bag_init makes of memory, before any client uses it. */
#include <pthread.h>
#include <stdbool.h>
struct bag {
    pthread_mutex_t lock;
    int used;
    int cap;
};
int bag_init(struct bag *b, int cap)
{
    b->used = 0;
    b->cap = cap;
    return pthread_mutex_init(&b->lock, 0);
}
bool bag_take(struct bag *b)
{
    bool ok = false;
    pthread_mutex_lock(&b->lock);
    if (b->used < b->cap) {
        b->used++;
        ok = true;
    }
    pthread_mutex_unlock(&b->lock);
    return ok;
}
void bag_give(struct bag *b)
{
    pthread_mutex_lock(&b->lock);
    if (b->used > 0) b->used--;
    pthread_mutex_unlock(&b->lock);
}
void bag_destroy(struct bag *b) { pthread_mutex_destroy(&b->lock); }
