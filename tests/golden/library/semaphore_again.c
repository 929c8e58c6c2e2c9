/* Who was interrupted waits again. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static int count;
static sem_t turn;

static void handler(int number) { (void)number; }

static void *worker(void *unused)
{
    while (sem_wait(&turn) != 0)
        continue;
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
