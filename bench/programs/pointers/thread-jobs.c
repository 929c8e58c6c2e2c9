/*
 * A struct for each thread: main gives every thread the address of its own, waits for them and adds up the
 * results.
 *
 * Property: every thread has done its own job.
 * Safe: no two threads have the same struct, and main reads a result after the thread's end.
 */
#include <assert.h>
#include <pthread.h>

struct job {
    int input, result;
};

struct job jobs[] = {{0, 0}, {1, 0}, {2, 0}};

void *worker(void *arg)
{
    struct job *job = arg;
    job->result = job->input + 1;
    return 0;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, worker, &jobs[0]);
    pthread_create(&t2, 0, worker, &jobs[1]);
    pthread_create(&t3, 0, worker, &jobs[2]);
    pthread_join(t1, 0);
    assert(jobs[0].result == 1);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    assert(jobs[0].result + jobs[1].result + jobs[2].result == 6);
}
