/* Far addresses in two arrays of any size that are kept: with 32 bits both have addresses if each has half of them. */
#include <pthread.h>
#include <stdlib.h>

int *a, *b;
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

void *worker(void *p)
{
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i > 50000000 && i < 60000000);
    a[i] = 1;
    return p;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    a = malloc(n * sizeof *a);
    b = malloc(m * sizeof *b);
    if (!a || !b) return 0;
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i > 40000000 && i < 60000000);
    int *q = i > 45000000 ? &b[i] : &a[i];
    b = q;
    *b = 2;
    return 0;
}
