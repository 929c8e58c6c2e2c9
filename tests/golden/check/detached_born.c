// One thread is started detached, the other is not.
#include <assert.h>
#include <pthread.h>
int x, y;
static void *set_x(void *arg)
{
    x = 1;
    return 0;
}
static void *set_y(void *arg)
{
    y = 1;
    return 0;
}
int main(void)
{
    pthread_t t, u;
    pthread_attr_t detached, joinable;
    pthread_attr_init(&detached);
    pthread_attr_init(&joinable);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_attr_setdetachstate(&joinable, PTHREAD_CREATE_JOINABLE);
    pthread_create(&t, &joinable, set_x, 0);
    pthread_join(t, 0);
    assert(x == 1);
    pthread_create(&u, &detached, set_y, 0);
    pthread_join(u, 0);
    assert(y == 1);
    return 0;
}
