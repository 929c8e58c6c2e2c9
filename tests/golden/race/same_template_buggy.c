/* Two threads that run the same function. */
#include <pthread.h>

int g;

void *worker(void *p)
{
    g++;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    return 0;
}
