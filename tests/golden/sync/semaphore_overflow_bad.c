/* One more than a semaphore holds. */
#include <limits.h>
#include <semaphore.h>
#include <pthread.h>

sem_t items;

int main(void)
{
    sem_init(&items, 0, INT_MAX - 1);
    sem_post(&items);
    sem_post(&items);
    return 0;
}
