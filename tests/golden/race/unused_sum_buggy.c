/* Both operands of a sum that nobody uses are read. */
#include <pthread.h>

int g, h;

void *worker(void *p)
{
    h = 1;
    return p;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int sum = 2 * (g + h), again = sum;
    pthread_join(thread, 0);
    return 0;
}
