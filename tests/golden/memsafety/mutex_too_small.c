#include <pthread.h>
#include <stdlib.h>
int main(void)
{
    pthread_mutex_t *m = malloc(8);
    pthread_mutex_init(m, 0);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    free(m);
    return 0;
}
