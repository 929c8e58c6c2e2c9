/* The same, and one struct is used without its lock. */
#include <pthread.h>
#include <stdlib.h>
static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) abort();
    return p;
}
struct a {
    pthread_spinlock_t lock;
    int x;
};
struct b {
    int x;
    pthread_spinlock_t lock;
};
static struct a *pa;
static struct b *pb;
static void *f(void *arg)
{
    (void)arg;
    pthread_spin_lock(&pa->lock);
    pa->x++;
    pthread_spin_unlock(&pa->lock);
    pb->x++;
    return 0;
}
int main(void)
{
    pthread_t t, u;
    pa = xmalloc(sizeof *pa);
    pb = xmalloc(sizeof *pb);
    pa->x = 0;
    pb->x = 0;
    pthread_spin_init(&pa->lock, 0);
    pthread_spin_init(&pb->lock, 0);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
