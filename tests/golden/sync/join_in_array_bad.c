/* All are joined, or the first one again and again. */
#include <pthread.h>

int value;

void *work(void *arg)
{
    value = 1;
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[0], NULL);
    return 0;
}
