/* A function that takes the lock is called by one that has it. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

void add(int n)
{
    value += n;
}

int main(void)
{
    pthread_mutex_lock(&lock);
    add(2);
    pthread_mutex_unlock(&lock);
    return 0;
}
