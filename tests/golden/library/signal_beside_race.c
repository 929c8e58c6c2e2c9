/* A handler is installed; the race is between others, and a run in which no signal comes shows it. */
#include <pthread.h>
#include <signal.h>

int stop;

static void on_interrupt(int number) { (void)number; }

static void *worker(void *unused)
{
    (void)unused;
    while (!stop)
        ;
    return 0;
}

int main(void)
{
    pthread_t thread;
    signal(SIGINT, on_interrupt);
    pthread_create(&thread, 0, worker, 0);
    stop = 1;
    pthread_join(thread, 0);
}
