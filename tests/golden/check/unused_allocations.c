// Allocations that may fail, side by side and without effect: one step, and no counterexample depends on a failure.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *p, *q, *r;
int x;

void *worker(void *unused)
{
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    p = malloc(4);
    q = malloc(8);
    r = malloc(16);
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
    return 0;
}
