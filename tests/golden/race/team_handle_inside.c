/* The handle of each thread is in the object that was allocated for it, and the object is freed behind the join. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);

struct job {
    pthread_t thread;
    int result;
};

static void *work(void *arg)
{
    struct job *j = arg;
    j->result = __VERIFIER_nondet_int();
    return NULL;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) abort();
    struct job **jobs = malloc(n * sizeof(struct job *));
    for (int i = 0; i < n; i++) {
        struct job *j = malloc(sizeof(struct job));
        jobs[i] = j;
        pthread_create(&j->thread, NULL, work, j);
    }
    for (int i = 0; i < n; i++) {
        pthread_join(jobs[i]->thread, NULL);
        free(jobs[i]);
    }
    free(jobs);
}
