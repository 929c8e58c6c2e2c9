/* The new process has memory of its own, and one thread: what it does races with nothing. */
#include <pthread.h>
#include <unistd.h>

static int count;

static void *work(void *unused)
{
    count = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (fork() == 0) {
        count++;
        _exit(0);
    }
    pthread_join(thread, NULL);
}
