/* Main fills a table, hands it to a worker, and changes it while the worker reads. */
#include <pthread.h>

int table[4], sum;

void *add(void *unused)
{
    for (int i = 0; i < 4; i++)
        sum += table[i];
    return 0;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 4; i++)
        table[i] = i;
    pthread_create(&t, 0, add, 0);
    table[0] = 7;
    pthread_join(t, 0);
    return sum;
}
