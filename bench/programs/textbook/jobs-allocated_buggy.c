/*
 * A job allocated for each thread that is created; the thread does it and frees it. Any number of threads.
 *
 * Property: a thread finds its own job as it was given.
 * Buggy: all threads get the same object.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    int input, result;
};

void *worker(void *arg)
{
    struct job *job = arg;
    job->result = job->input;
    job->result++;
    assert(job->result == job->input + 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct job *job = malloc(sizeof *job);
    if (!job) return 1;
    for (;;) {
        job->input = 1;
        pthread_create(&thread, 0, worker, job);
    }
}
