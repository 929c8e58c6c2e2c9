/* Any number may be typed: with 250 the thread is started, and both count. */
#include <pthread.h>
#include <stdlib.h>

static int served;

static void *serve(void *unused)
{
    served++;
    return unused;
}

int main(int count, char **arguments)
{
    pthread_t t;
    if (count < 2 || atoi(arguments[1]) != 250) return 1;
    pthread_create(&t, 0, serve, 0);
    served++;
    pthread_join(t, 0);
    return 0;
}
