/* Ten thousand threads and no test: the number of threads bounds the counter. */
#include <pthread.h>
int x;
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
