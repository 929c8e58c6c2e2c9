/* A handler for SIGKILL is never taken: main does not come to its race. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int count;
static volatile sig_atomic_t stopped;

static void stop(int number) { stopped = number; }
static void leave(void) {}

static void *work(void *argument)
{
    count++;
    return argument;
}

int main(void)
{
    struct sigaction action = {.sa_handler = stop};
    sigset_t set;
    pthread_t t;
    if (sigemptyset(&set) || sigaddset(&set, SIGUSR1) || pthread_sigmask(SIG_BLOCK, &set, NULL)) return 1;
    if (sigaction(SIGTERM, &action, NULL) < 0) return 1;
    if (signal(SIGKILL, stop) == SIG_ERR || atexit(leave)) return 1;
    pthread_create(&t, NULL, work, NULL);
    count++;
    pthread_join(t, NULL);
    return 0;
}
