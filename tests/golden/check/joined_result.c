/* A join gets what the thread returned: an address, or one of several numbers. */
#include <assert.h>
#include <pthread.h>

int data;

void *address(void *arg)
{
    data = 1;
    pthread_exit(&data);
}

void *number(void *arg)
{
    if (data) return (void *)7;
    return (void *)8;
}

int main(void)
{
    pthread_t a, b;
    int *r;
    void *s;
    pthread_create(&a, 0, address, 0);
    pthread_join(a, (void **)&r);
    assert(r == &data);
    assert(*r == 1);
    pthread_create(&b, 0, number, 0);
    pthread_join(b, &s);
    assert((long)s == 7);
    return 0;
}
