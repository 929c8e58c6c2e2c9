/*
 * A struct for each thread, with an error: see thread-jobs.c for the program.
 *
 * Property: every thread does the job that it was started for.
 * Bug: main describes the jobs in one local struct, whose address all threads get. A thread may find the
 * job of a later one there.
 */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 2 };

struct job {
    int number, input;
};

int results[THREADS];

void *worker(void *arg)
{
    struct job *job = arg;
    int input = job->input;
    results[job->number] = input + 1;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    struct job job;
    job.number = 0;
    job.input = 4;
    pthread_create(&t1, 0, worker, &job);
    job.number = 1; /* BUG: the first thread may not have read it yet */
    job.input = 7;
    pthread_create(&t2, 0, worker, &job);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(results[0] == 5 && results[1] == 8);
}
