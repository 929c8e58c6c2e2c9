/* The handler may wake who waits: a run in which no signal comes is no deadlock. */
#include <semaphore.h>
#include <signal.h>

static sem_t stopped;

static void stop(int number)
{
    (void)number;
    sem_post(&stopped);
}

int main(void)
{
    sem_init(&stopped, 0, 0);
    signal(SIGTERM, stop);
    sem_wait(&stopped);
    return 0;
}
