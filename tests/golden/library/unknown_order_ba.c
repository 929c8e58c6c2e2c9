/* A function without a body writes in whichever order, and again and again: who has seen b change has not seen the end of
 * changes to a. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void fill(atomic_int *p, atomic_int *q);
atomic_int a, b;
void *observer(void *unused)
{
    if (b == 1) {
        int x = a;
        int y = a;
        assert(x == y);
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, observer, 0);
    fill(&a, &b);
    pthread_join(t, 0);
}
