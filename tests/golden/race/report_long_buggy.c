/* The report of a race behind many steps: those that only compute are left out. */
#include <pthread.h>

int table[12], sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *p)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 12; i++)
        sum += table[i];
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 12; i++)
        table[i] = i;
    pthread_create(&thread, 0, worker, 0);
    return sum;
}
