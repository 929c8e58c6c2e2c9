/* __VERIFIER_nondet_memory writes as many bytes as it is told. */
#include <pthread.h>

int a[2];
void __VERIFIER_nondet_memory(void *, unsigned long);

void *worker(void *p)
{
    (void)p;
    a[1] = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_nondet_memory(a, sizeof a);
    pthread_join(thread, 0);
    return 0;
}
