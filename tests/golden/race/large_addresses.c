/* Far addresses in arrays of any size: where they are too many for all bytes to have addresses of 32 bits, the model
 * ends where such an address is computed. */
#include <pthread.h>
#include <stdlib.h>

int *a, *b;
char *c, *d, *e, *f, *g, *h;
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
    c = malloc(n + 0);
    d = malloc(n + 1);
    e = malloc(n + 2);
    f = malloc(n + 3);
    g = malloc(n + 4);
    h = malloc(n + 5);
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i > 40000000 && i < 60000000);
    int *q = i > 45000000 ? &b[i] : &a[i];
    b = q;
    *b = 2;
    if (c) *c = 1;
    if (d) *d = 1;
    if (e) *e = 1;
    if (f) *f = 1;
    if (g) *g = 1;
    if (h) *h = 1;
    return 0;
}
