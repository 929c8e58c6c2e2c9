/* The same with the lock in both threads. Memory of at least one byte, from a function that sees to
 * it. How many workers there is room for is known all the same, and so which lock is meant. */
#include <pthread.h>
#include <stdlib.h>
struct worker {
    pthread_mutex_t lock;
    int input;
    pthread_t thread;
};
static struct worker *workers;
static unsigned most = 1, started;
static void *take(size_t size)
{
    if (size == 0) size = 1;
    return malloc(size);
}
static void *work(void *argument)
{
    struct worker *w = argument;
    pthread_mutex_lock(&w->lock);
    w->input--;
    pthread_mutex_unlock(&w->lock);
    return NULL;
}
static struct worker *start(void)
{
    if (workers == NULL) workers = take(most * sizeof(struct worker));
    if (workers == NULL || started == most) exit(1);
    struct worker *w = &workers[started];
    pthread_mutex_init(&w->lock, NULL);
    w->input = 0;
    pthread_create(&w->thread, NULL, work, w);
    ++started;
    return w;
}
int main(void)
{
    struct worker *w = start();
    pthread_mutex_lock(&w->lock);
    w->input++;
    pthread_mutex_unlock(&w->lock);
    return 0;
}
