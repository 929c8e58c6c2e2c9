/* The check and the increment are two steps: the counter passes its largest value. */
#include <limits.h>
#include <pthread.h>
int x = INT_MAX - 1;
void *worker(void *arg)
{
    if (x < INT_MAX) x++;
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
