#include <pthread.h>
#include <signal.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void handle(int s)
{
    (void)s;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}
int main(void)
{
    signal(SIGUSR1, handle);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
