/* A child that forks itself takes the lock as a parent. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    for (int i = 0; i < 2; i++) {
        pid_t pid = fork();
        if (pid > 0) {
            pthread_mutex_lock(&lock);
            pthread_mutex_unlock(&lock);
            return 0;
        }
    }
    return 0;
}
