#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_cond_t *c = malloc(sizeof *c);
    pthread_cond_init(c, 0);
    free(c);
    pthread_mutex_lock(&m);
    pthread_cond_wait(c, &m);
    return 0;
}
