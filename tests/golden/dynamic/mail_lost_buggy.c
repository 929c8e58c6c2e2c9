/* The postman looks whether somebody waits before he takes the lock, and then nobody is woken. */
#include <pthread.h>

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static int letters;
static _Atomic int waits;

static void *reader(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&door);
        while (letters == 0) {
            waits = 1;
            pthread_cond_wait(&bell, &door);
            waits = 0;
        }
        letters--;
        pthread_mutex_unlock(&door);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    for (int i = 0; i < 3; i++) {
        int ring = waits;
        pthread_mutex_lock(&door);
        letters++;
        if (ring) pthread_cond_signal(&bell);
        pthread_mutex_unlock(&door);
    }
    pthread_join(t, 0);
    return 0;
}
