// Names are appended under a lock; readers look at as many as the counter says, without it.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { int id, age; } names[64];
static atomic_uint count;
static int sum;
static void *writer(void *arg)
{
    pthread_mutex_lock(&lock);
    unsigned n = atomic_load_explicit(&count, memory_order_relaxed);
    if (n < 64) {
        names[n].id = 7;
        names[n].age = 3;
        atomic_store_explicit(&count, n + 1, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *reader(void *arg)
{
    unsigned n = atomic_load_explicit(&count, memory_order_acquire);
    int s = 0;
    for (unsigned i = 0; i < n; i++) s += names[i].id + names[i].age;
    return s ? arg : 0;
}
int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, writer, 0);
        pthread_create(&t, 0, reader, 0);
    }
}
