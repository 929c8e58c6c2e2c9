/* Main waits for a thread that does not wait for all others. */
#include <pthread.h>

int sum;

void *adder(void *p)
{
    sum++;
    return p;
}

void *leader(void *p)
{
    pthread_t first, second;
    pthread_create(&first, 0, adder, 0);
    pthread_join(first, 0);
    pthread_create(&second, 0, adder, 0);
    return p;
}

int main(void)
{
    pthread_t thread;
    sum = 1;
    pthread_create(&thread, 0, leader, 0);
    pthread_join(thread, 0);
    return sum;
}
