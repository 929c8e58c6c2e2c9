/* Three of ten thousand threads are enough. */
#include <pthread.h>
int x = 2147483643;
void *worker(void *arg)
{
    x++;
    x--;
    x += 2;
    return 0;
}
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 10000; i++) pthread_create(&t, 0, worker, 0);
}
