/* Each thread reads the text of tmpnam while it has the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    char *name = tmpnam(0);
    int is_path = name && name[0] == '/';
    pthread_mutex_unlock(&lock);
    return is_path ? unused : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
}
