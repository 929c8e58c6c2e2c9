/* The handle is stored by who creates the thread, and read by another. */
#include <pthread.h>

pthread_t handle;

void *first(void *p)
{
    return p;
}

void *second(void *p)
{
    pthread_join(handle, 0);
    return p;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, second, 0);
    pthread_create(&handle, 0, first, 0);
    pthread_join(thread, 0);
    return 0;
}
