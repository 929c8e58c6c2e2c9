/* Main fills a table, hands it to a worker, waits for the worker, and reads the result. */
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
    pthread_join(t, 0);
    table[0] = sum;
    return sum;
}
