#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
void *f(void *p)
{
    unsigned char *q = p;
    *q = 2;
    return 0;
}
int main(void)
{
    pthread_t t;
    unsigned char x = 1;
    pthread_create(&t, 0, f, &x);
    assert(x == 1);
    return 0;
}
