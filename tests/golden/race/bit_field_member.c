/* A member beside them is another. */
#include <pthread.h>

struct {
    unsigned a : 3, b : 5;
    int c;
} s;

void *worker(void *p)
{
    (void)p;
    s.a = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    s.c = 1;
    pthread_join(thread, 0);
    return 0;
}
