/* Members of a union overlap. */
#include <pthread.h>

union {
    int i;
    unsigned char c[4];
} u;

void *worker(void *p)
{
    (void)p;
    u.i = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    u.c[3] = 1;
    pthread_join(thread, 0);
    return 0;
}
