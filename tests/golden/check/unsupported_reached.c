// The assembly can be executed: nothing is known then.
#include <assert.h>
#include <pthread.h>

int mode, x;

void *work(void *arg)
{
    if (mode == 2) __asm__ volatile("syscall" : "+m"(x));
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    mode = 2;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
