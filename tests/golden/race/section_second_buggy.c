/* Also where the access is not the first one of the section. */
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int g, h;

void *worker(void *p)
{
    (void)p;
    __VERIFIER_atomic_begin();
    h = 1;
    g = g + 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int v = g;
    (void)v;
    pthread_join(thread, 0);
    return 0;
}
