#include <semaphore.h>
#include <stdlib.h>
int main(void)
{
    sem_t *s = malloc(8);
    sem_init(s, 0, 1);
    sem_wait(s);
    free(s);
    return 0;
}
