/* Three forks, any number of philosophers that come and go; each takes the fork on the left first. */
#include <pthread.h>

#define SEATS 3

pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *philosopher(void *seat)
{
    int left = (int)(long)seat, right = (left + 1) % SEATS;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        for (long seat = 0; seat < SEATS; seat++)
            pthread_create(&thread, 0, philosopher, (void *)seat);
}
