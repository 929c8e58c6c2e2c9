/* Double-checked locking: the first look acquires what was made under the lock and released after. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef SHOW
#define SHOW memory_order_release
#endif

struct settings {
    int width, height;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_ready;
static struct settings settings;

static const struct settings *get(void)
{
    if (atomic_load_explicit(&is_ready, LOOK)) return &settings;
    pthread_mutex_lock(&lock);
    if (!atomic_load_explicit(&is_ready, memory_order_relaxed)) {
        settings.width = 80;
        settings.height = 25;
        atomic_store_explicit(&is_ready, 1, SHOW);
    }
    pthread_mutex_unlock(&lock);
    return &settings;
}

static void *user(void *arg)
{
    const struct settings *mine = get();
    return mine->width * mine->height ? arg : 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, user, 0);
}
