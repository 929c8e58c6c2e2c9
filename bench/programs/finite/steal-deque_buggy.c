/* A work-stealing deque (Chase and Lev 2005) under sequential consistency: its owner takes from the bottom, two thieves from
 * the top, and nobody takes what another has taken.
 * Buggy: the owner takes the last one without a word to the thieves. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { TASKS = 3 };
static atomic_int top, bottom, taken[TASKS];

static void take(int task)
{
    int before = atomic_fetch_add(&taken[task], 1);
    assert(before == 0);
}

static void *steal(void *unused)
{
    (void)unused;
    int t = top, b = bottom;
    if (t < b && atomic_compare_exchange_strong(&top, &t, t + 1)) take(t);
    return NULL;
}

static void pop(void)
{
    int b = bottom - 1;
    bottom = b;
    int t = top;
    if (t < b) {
        take(b);
        return;
    }
    if (t == b) take(b);
    bottom = b + 1;
}

int main(void)
{
    pthread_t s, t;
    bottom = TASKS;
    pthread_create(&s, NULL, steal, NULL);
    pthread_create(&t, NULL, steal, NULL);
    for (int i = 0; i < TASKS; i++)
        pop();
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
