#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void *work(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int()) free(p);
    return 0;
}
int main(void)
{
    pthread_t t;
    while (1) pthread_create(&t, 0, work, 0);
}
