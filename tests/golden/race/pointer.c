/* One that never points to the other thread's. */
#include <pthread.h>

int f, g, h, c;
int __VERIFIER_nondet_int(void);

void *worker(void *p)
{
    (void)p;
    g = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    c = __VERIFIER_nondet_int();
    int *p = c ? &f : &h;
    *p = 1;
    pthread_join(thread, 0);
    return 0;
}
