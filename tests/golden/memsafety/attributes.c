/* Attributes may be left out. */
#include <pthread.h>
#include <stdlib.h>
int nondet_int(void);
pthread_condattr_t ca;
pthread_attr_t a;
pthread_cond_t c;
void *f(void *p)
{
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_condattr_t *with = nondet_int() ? &ca : 0;
    pthread_attr_t *how = nondet_int() ? &a : 0;
    pthread_cond_init(&c, with);
    pthread_create(&t, how, f, 0);
    pthread_join(t, 0);
    return 0;
}
