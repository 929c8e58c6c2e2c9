/* What a thread waits for by an assumption is read before. */
#include <pthread.h>

int g;
void __VERIFIER_assume(int);

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
    __VERIFIER_assume(g == 1);
    pthread_join(thread, 0);
    return 0;
}
