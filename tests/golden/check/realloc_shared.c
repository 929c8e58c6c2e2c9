/* A table grows while threads read it, under a lock: they see old entries or new ones, never others. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *table, count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *reader(void *arg)
{
    pthread_mutex_lock(&lock);
    if (count > 0) assert(table[0] == 10);
    if (count > 1) assert(table[1] == 11);
    pthread_mutex_unlock(&lock);
    return arg;
}

void push(int value)
{
    pthread_mutex_lock(&lock);
    int *grown = realloc(table, 2 * sizeof *grown);
    if (!grown) exit(1);
    table = grown;
    table[count++] = value;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    pthread_create(&t, 0, reader, 0);
    push(10);
    push(11);
}
