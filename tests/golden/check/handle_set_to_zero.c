/* Handles that are set to zero before they are filled, by functions that start and join. */
#include <assert.h>
#include <pthread.h>

pthread_t t = 0;
int x;

void *f(void *arg)
{
    x = 1;
    return 0;
}

static void start(void) { pthread_create(&t, 0, f, 0); }
static void stop(void) { pthread_join(t, 0); }

int main(void)
{
    pthread_t u[2] = {0};
    start();
    stop();
    assert(x == 1);
    x = 0;
    start();
    pthread_create(&u[1], 0, f, 0);
    pthread_join(u[1], 0);
    assert(x == 1);
    stop();
}
