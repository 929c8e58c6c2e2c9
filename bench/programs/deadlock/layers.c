/* A cache and a disk with a lock each; the cache calls the disk, which calls back without its lock. */
#include <pthread.h>

pthread_spinlock_t cache_lock;
pthread_mutex_t disk_lock = PTHREAD_MUTEX_INITIALIZER;
int cached, stored;

static void cache_drop(void)
{
    pthread_spin_lock(&cache_lock);
    cached = 0;
    pthread_spin_unlock(&cache_lock);
}

static void disk_write(int value)
{
    pthread_mutex_lock(&disk_lock);
    stored = value;
    pthread_mutex_unlock(&disk_lock);
}

static void disk_sync(void)
{
    pthread_mutex_lock(&disk_lock);
    stored = 0;
    pthread_mutex_unlock(&disk_lock);
    cache_drop();
}

static void cache_flush(void)
{
    pthread_spin_lock(&cache_lock);
    if (cached) disk_write(cached);
    cached = 1;
    pthread_spin_unlock(&cache_lock);
}

void *user(void *unused)
{
    cache_flush();
    return 0;
}

void *janitor(void *unused)
{
    disk_sync();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&cache_lock, 0);
    while (1) {
        pthread_create(&thread, 0, user, 0);
        pthread_create(&thread, 0, janitor, 0);
    }
}
