/* A work-stealing queue (THE: Frigo, Leiserson, Randall 1998): its owner takes from one end, a thief from the other, and
 * nobody takes what another has taken.
 * Buggy: the thief looks before it says that it takes one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { TASKS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head, tail, taken[TASKS];

static void take(int task)
{
    int before = atomic_fetch_add(&taken[task], 1);
    assert(before == 0);
}

static void *steal(void *unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        int h = head;
        if (h + 1 <= tail) {
            head = h + 1;
            take(h);
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void pop(void)
{
    int t = tail - 1;
    tail = t;
    if (head <= t) {
        take(t);
        return;
    }
    tail = t + 1;
    pthread_mutex_lock(&lock);
    tail = t;
    if (head <= t)
        take(t);
    else
        tail = t + 1;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t thief;
    tail = TASKS;
    pthread_create(&thief, NULL, steal, NULL);
    for (int i = 0; i < TASKS; i++)
        pop();
    pthread_join(thief, NULL);
    assert(head >= 0);
}
