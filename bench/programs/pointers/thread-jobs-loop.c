/*
 * A struct for each thread, as in thread-jobs.c, started and joined in loops, with the handle in the struct.
 *
 * Property: every thread has done its own job.
 * Safe: no two threads have the same struct, and main reads a result after the thread's end.
 */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3 };

struct job {
    pthread_t thread;
    int input, result;
};

struct job jobs[THREADS];

void *worker(void *arg)
{
    struct job *job = arg;
    job->result = job->input + 1;
    return 0;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < THREADS; i++) {
        jobs[i].input = i;
        pthread_create(&jobs[i].thread, 0, worker, &jobs[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, 0);
        assert(jobs[i].result == i + 1);
        sum += jobs[i].result;
    }
    assert(sum == 6);
}
