// Whether the thread is late is not known.
#include <pthread.h>
void *use(void *arg)
{
    *(int *)arg = 1;
    return 0;
}
static void start(void)
{
    pthread_t t;
    int x;
    pthread_create(&t, 0, use, &x);
}
int main(void)
{
    start();
    return 0;
}
