/* A struct that is passed by value is read. */
#include <pthread.h>

struct S {
    int a, b, c[8];
} s;

static int use(struct S x)
{
    return x.a;
}

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
    use(s);
    pthread_join(thread, 0);
    return 0;
}
