#include <pthread.h>
#include <stdlib.h>
int main(void)
{
    pthread_cond_t *c = malloc(8);
    pthread_cond_init(c, 0);
    pthread_cond_signal(c);
    free(c);
    return 0;
}
