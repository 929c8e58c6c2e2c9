/* Each thread draws two elements, under a lock, in several steps; it uses them without, whether there were any left or not. */
#include <pthread.h>

#define LAST 1

int memory[LAST + 2], next = 1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int draw(void)
{
    int drawn = 0;
    pthread_mutex_lock(&m);
    if (next <= LAST) {
        drawn = next;
        next += 2;
    }
    pthread_mutex_unlock(&m);
    return drawn;
}

void *worker(void *p)
{
    int i = draw();
    memory[i] = 1;
    memory[i + 1] = memory[i];
    return p;
}

int main(void)
{
    pthread_t thread;
    while (1) pthread_create(&thread, 0, worker, 0);
}
