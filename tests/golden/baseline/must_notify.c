// The refined must_notify of 001, section 3: p points to t or to l. An assignment to *p changes s > l of the active thread only; one to s, of all.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
int s, t;

void *worker(void *arg)
{
    int l = 0;
    int *p = __VERIFIER_nondet_bool() ? &t : &l;
    *p = 7;
    s = 5;
    if (s > l) s = l;
    assert(t != 1);
    return arg;
}

int main(void)
{
    pthread_t id;
    for (;;)
        pthread_create(&id, 0, worker, 0);
}
