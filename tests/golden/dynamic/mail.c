/* The postman rings whoever waits. */
#include <pthread.h>

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static int letters;

static void *reader(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&door);
        while (letters == 0) {
            pthread_cond_wait(&bell, &door);
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
        pthread_mutex_lock(&door);
        letters++;
        pthread_cond_signal(&bell);
        pthread_mutex_unlock(&door);
    }
    pthread_join(t, 0);
    return 0;
}
