// An error that does not need what cannot be modelled is one.
#include <assert.h>
#include <pthread.h>

int mode, x;
int __VERIFIER_nondet_int(void);

void *work(void *arg)
{
    if (mode == 2) __asm__ volatile("nop" : "+r"(x));
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    mode = __VERIFIER_nondet_int();
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(x != 1);
    return 0;
}
