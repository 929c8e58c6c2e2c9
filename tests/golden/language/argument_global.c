#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
struct S {
    int a, b;
} s;
void *f(void *p)
{
    struct S *q = p;
    assert(q->b == 0);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, &s);
    s.b = 1;
    return 0;
}
