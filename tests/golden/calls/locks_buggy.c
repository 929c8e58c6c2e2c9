#include <assert.h>
#include <pthread.h>

/* Locks are passed as pointers, through two functions, from several places. */
struct account {
    pthread_mutex_t lock;
    int value;
} a = {PTHREAD_MUTEX_INITIALIZER, 0}, b = {PTHREAD_MUTEX_INITIALIZER, 0};

static void enter(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
static void leave(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }

static void use(struct account *x, pthread_mutex_t *lock)
{
    enter(lock);
    x->value = 1;
    x->value = 0;
    assert(x->value == 0);
    leave(lock);
}

void *worker(void *arg)
{
    use(&a, &a.lock);
    use(&b, &a.lock);
    use(&a, &a.lock);
    return 0;
}

void *other(void *arg)
{
    use(&b, &b.lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, worker, 0);
        pthread_create(&t, 0, other, 0);
    }
}
