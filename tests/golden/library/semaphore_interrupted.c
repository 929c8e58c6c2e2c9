/* A handler may end the wait, so that both are behind it. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static int count;
static sem_t turn;

static void handler(int number) { (void)number; }

static void *worker(void *unused)
{
    sem_wait(&turn);
    count++;
    sem_post(&turn);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct sigaction action = {0};
    action.sa_handler = handler;
    sem_init(&turn, 0, 1);
    sigaction(SIGUSR1, &action, 0);
    pthread_create(&t, 0, worker, 0);
    worker(0);
}
