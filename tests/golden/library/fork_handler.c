/* In the new process the handler is called, too, and reads what is written there: races are looked for. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int x, y, seen;

static void handler(int number)
{
    (void)number;
    seen = x;
}

static void *work(void *unused)
{
    y = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, work, NULL);
    if (fork() == 0) {
        x++;
        _exit(0);
    }
    pthread_join(thread, NULL);
}
