// The local of main exists as long as the thread that is joined runs.
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
    pthread_join(t, 0);
    return 0;
}
