/* Who does not get the semaphore knows why: errno is set by what has no body here. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

int main(void)
{
    sem_t free_places;
    sem_init(&free_places, 0, 0);
    if (sem_trywait(&free_places)) assert(errno == EAGAIN);
    return 0;
}
