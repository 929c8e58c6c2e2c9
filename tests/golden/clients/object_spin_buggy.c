/* The same: one function reads without the lock. */
#include <pthread.h>
struct gate {
    int open;
    pthread_spinlock_t lock;
};
void gate_init(struct gate *g)
{
    pthread_spin_init(&g->lock, 0);
    g->open = 0;
}
void gate_set(struct gate *g, int v)
{
    pthread_spin_lock(&g->lock);
    g->open = v;
    pthread_spin_unlock(&g->lock);
}
int gate_is_open(struct gate *g) { return g->open; }
