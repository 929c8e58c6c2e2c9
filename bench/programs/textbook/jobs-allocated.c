/*
 * A job allocated for each thread that is created; the thread does it and frees it. Any number of threads.
 *
 * Property: a thread finds its own job as it was given.
 * Safe: each thread has an object of its own.
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
    free(job);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        struct job *job = malloc(sizeof *job);
        if (!job) return 1;
        job->input = 1;
        pthread_create(&thread, 0, worker, job);
    }
}
