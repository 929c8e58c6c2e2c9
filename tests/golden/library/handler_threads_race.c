/* Two threads may run the handler at a time. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int handled;

static void handler(int number)
{
    (void)number;
    handled++;
}

static void *work(void *unused)
{
    raise(SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    signal(SIGUSR1, handler);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
