/* So many circles that they are not told apart in words: five forks, each of which any thread may take first. */
#include <pthread.h>

#define SEATS 5

pthread_mutex_t forks[SEATS];

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
    for (long seat = 0; seat < SEATS; seat++)
        pthread_create(&thread, 0, philosopher, (void *)seat);
    return 0;
}
