/* Atomic sections do not race with each other. */
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int g;

void *worker(void *p)
{
    (void)p;
    __VERIFIER_atomic_begin();
    g = g + 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_begin();
    int v = g;
    __VERIFIER_atomic_end();
    (void)v;
    pthread_join(thread, 0);
    return 0;
}
