/* And writes them. */
#include <pthread.h>

struct {
    int a, b;
} s, t;

void *worker(void *p)
{
    (void)p;
    int v = t.a;
    (void)v;
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
