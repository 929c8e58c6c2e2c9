/* Handles in memory that malloc gave. */
#include <stdlib.h>
#include <pthread.h>

int value;

void *work(void *arg)
{
    value = 1;
    return arg;
}

int main(void)
{
    pthread_t *t = malloc(2 * sizeof *t);
    if (!t) return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[1], NULL);
    free(t);
    return 0;
}
