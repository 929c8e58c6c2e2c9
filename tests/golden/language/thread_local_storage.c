#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
_Thread_local unsigned char mine = 4;
void *f(void *a)
{
    mine++;
    assert(mine == 5);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    return 0;
}
