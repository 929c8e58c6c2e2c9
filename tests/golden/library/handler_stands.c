/* Whatever the handler does, both threads count. */
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t ends;
static int jobs;

static void stop(int number) { ends = number; }

static void *work(void *unused)
{
    jobs++;
    return unused;
}

int main(void)
{
    pthread_t t;
    signal(SIGTERM, stop);
    pthread_create(&t, 0, work, 0);
    jobs++;
    pthread_join(t, 0);
    return 0;
}
