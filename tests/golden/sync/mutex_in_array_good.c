/* The neighbour of the lock that was taken. */
#include <pthread.h>

pthread_mutex_t locks[3];
int values[3];

void bump(int i)
{
    pthread_mutex_lock(&locks[i]);
    values[i]++;
    pthread_mutex_unlock(&locks[i]);
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&locks[i], NULL);
    bump(1);
    return 0;
}
