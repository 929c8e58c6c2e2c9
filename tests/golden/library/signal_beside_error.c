/* As in signal_beside_race.c, of an assertion. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

int x, handled;

static void on_interrupt(int number)
{
    (void)number;
    handled = 1;
}

static void *worker(void *unused)
{
    (void)unused;
    x++;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(x == 2);
}
