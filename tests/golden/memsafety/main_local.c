// A thread that is not joined may use a local of main when main has returned, until the process is gone.
#include <pthread.h>
void *use(void *arg)
{
    *(int *)arg = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    int x;
    pthread_create(&t, 0, use, &x);
    return 0;
}
