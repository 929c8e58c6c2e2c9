/*
 * A queue of jobs for any number of workers: a job's number is drawn from an atomic counter, a thousand jobs.
 *
 * Property: the job that a worker has drawn has not been begun by anybody.
 * Safe: the counter is read and moved on in one step.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define JOBS 1000

atomic_uint next;
_Bool begun[JOBS];

void *worker(void *unused)
{
    for (;;) {
        unsigned job = next;
        do {
            if (job >= JOBS) return 0;
        } while (!atomic_compare_exchange_strong(&next, &job, job + 1));
        assert(!begun[job]);
        begun[job] = 1;
    }
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
