/* Where the file is not there the lock is kept. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *load(void *name)
{
    pthread_mutex_lock(&lock);
    FILE *file = fopen(name, "r");
    if (!file && errno == ENOENT) return 0;
    if (file) fclose(file);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, load, "a");
    load("b");
    pthread_join(t, 0);
    return 0;
}
