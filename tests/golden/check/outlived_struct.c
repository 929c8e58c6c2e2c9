// A struct that is passed by value ends with the function that gets it.
#include <assert.h>
#include <pthread.h>
struct order { int items[8]; };
static pthread_t t;
static void *work(void *arg)
{
    assert(((struct order *)arg)->items[3] == 7);
    return 0;
}
static void send(struct order o) { pthread_create(&t, 0, work, &o); }
int main(void)
{
    struct order o = {{0, 0, 0, 7}};
    send(o);
    pthread_join(t, 0);
    return 0;
}
