/*
 * Who read the settings wants to know whether they are still the same, with an error: see config.c.
 *
 * Property: when nothing was replaced the settings are those that were read.
 * Bug: the address stands for the settings, and comes back with others: memory that is freed is given again.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct settings {
    int size;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct settings *settings;

static struct settings *settings_new(int size)
{
    struct settings *s = malloc(sizeof *s);
    if (!s) exit(1);
    s->size = size;
    return s;
}

void *reader(void *arg)
{
    pthread_mutex_lock(&lock);
    struct settings *before = settings;
    int size = settings->size;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (settings == before) assert(settings->size == size); /* BUG: before may be freed */
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    settings = settings_new(1);
    pthread_create(&t, 0, reader, 0);
    pthread_mutex_lock(&lock);
    free(settings);
    settings = settings_new(2);
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
}
