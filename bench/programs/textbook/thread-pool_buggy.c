/*
 * A pool of two workers and a queue of four jobs: workers take the next job under a lock, main waits for both workers.
 *
 * Property: every job is done once.
 * Buggy: a worker counts the job after it has done it.
 */
#include <assert.h>
#include <pthread.h>

#define JOBS 4

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned next;
int done[JOBS];

void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        unsigned job = next;
        pthread_mutex_unlock(&lock);
        if (job >= JOBS) return 0;
        done[job]++;
        pthread_mutex_lock(&lock);
        next++;
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    for (int i = 0; i < JOBS; i++)
        assert(done[i] == 1);
    return 0;
}
