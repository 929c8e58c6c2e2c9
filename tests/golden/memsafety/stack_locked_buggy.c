/* An index that a lock protects, tested wrongly. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int stack[10], top;
void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    if (top >= 0 && top <= 10) stack[top++] = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (top > 0 && top <= 10) stack[--top] = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
