/*
 * Who read the settings wants to know whether they are still the same. Settings are replaced as a whole by new ones on
 * the heap, under a lock; each replacement counts.
 *
 * Property: when nothing was replaced the settings are those that were read.
 * Safe: the count never comes back.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct settings {
    int size;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct settings *settings;
unsigned count;

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
    unsigned before = count;
    int size = settings->size;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (count == before) assert(settings->size == size);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    settings = settings_new(1);
    pthread_create(&t, 0, reader, 0);
    struct settings *next = settings_new(2);
    pthread_mutex_lock(&lock);
    free(settings);
    settings = next;
    count++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    free(settings);
    settings = settings_new(3);
    count++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
}
