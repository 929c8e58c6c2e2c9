/* A copy of a struct reads and writes all members. */
#include <pthread.h>

struct {
    int a, b;
} s, t;

void *worker(void *p)
{
    (void)p;
    s.b = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    t = s;
    pthread_join(thread, 0);
    return 0;
}
