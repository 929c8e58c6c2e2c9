/* Handles in objects of their own, found through an array of addresses: main reads what threads write when it has joined them. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);

struct thread {
    pthread_t handle;
};

static int last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    last = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) abort();
    struct thread **threads = malloc(n * sizeof(struct thread *));
    for (int i = 0; i < n; i++) {
        struct thread *t = malloc(sizeof(struct thread));
        threads[i] = t;
        pthread_create(&t->handle, NULL, work, NULL);
    }
    for (int i = 0; i < n; i++) {
        pthread_join(threads[i]->handle, NULL);
        free(threads[i]);
    }
    free(threads);
    return last;
}
