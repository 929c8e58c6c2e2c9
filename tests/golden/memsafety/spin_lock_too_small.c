#include <pthread.h>
#include <stdlib.h>
int main(void)
{
    pthread_spinlock_t *s = malloc(2);
    pthread_spin_init(s, 0);
    free((void *)s);
    return 0;
}
