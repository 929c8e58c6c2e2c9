/* Counters of a section, one of which a thread adds to while another walks through all. */
#include <pthread.h>
#include <stddef.h>

struct counter {
    const char *name;
    long value;
};
#define COUNTER(v) __attribute__((section("counters"), used)) static struct counter v = {#v, 0}

COUNTER(reads);
COUNTER(writes);
extern struct counter begin __asm__("__start_counters"), end __asm__("__stop_counters");
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sum(void *arg)
{
    long all = 0;
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
    for (struct counter *c = &begin; c < &end; c++)
        all += c->value;
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
    return (void *)all;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sum, NULL);
    pthread_mutex_lock(&lock);
    writes.value++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return reads.value != 0;
}
