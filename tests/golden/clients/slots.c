/* A library without main. What is taken and what is free is eight together whoever calls it, and how often. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, free_slots = 8;

int take(int wanted)
{
    int got = 0;
    pthread_mutex_lock(&lock);
    if (wanted > 0 && wanted <= free_slots) {
        free_slots -= wanted;
        used += wanted;
        got = 1;
    }
    assert(used + free_slots == 8);
    pthread_mutex_unlock(&lock);
    return got;
}

void give(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 0 && n <= used) {
        free_slots += n;
        used -= n;
    }
    pthread_mutex_unlock(&lock);
}

int count(void) { return used; }
