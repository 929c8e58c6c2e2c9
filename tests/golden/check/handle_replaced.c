/* A thread gets the address of its own handle and replaces it: the join waits for the other thread. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_t idle_thread, writer_thread;
_Atomic int replaced;
int x;

void *idle(void *arg) { return arg; }

void *writer(void *arg)
{
    *(pthread_t *)arg = idle_thread;
    replaced = 1;
    x = 1;
    return 0;
}

int main(void)
{
    pthread_create(&idle_thread, 0, idle, 0);
    pthread_create(&writer_thread, 0, writer, &writer_thread);
    while (!replaced)
        ;
    pthread_join(writer_thread, 0);
    assert(x == 1);
}
