/* A flag that says that there is nothing left to do, as the Linux kernel would have it. */
#include <pthread.h>

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile __typeof__(x) *)&(x) = (value))

static int stop;

static void *work(void *unused)
{
    unsigned long rounds = 0;
    while (!READ_ONCE(stop))
        rounds++;
    return unused;
}

int main(void)
{
    pthread_t worker;
    if (pthread_create(&worker, NULL, work, NULL) != 0)
        return 1;
    WRITE_ONCE(stop, 1);
    return pthread_join(worker, NULL);
}
