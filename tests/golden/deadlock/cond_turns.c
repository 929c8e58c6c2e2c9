/* Two threads take turns; with one condition variable whoever signals wakes the only other one. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int whose;

static void *player(void *arg)
{
    int me = arg != 0;
    for (int i = 0; i < 20; i++) {
        pthread_mutex_lock(&lock);
        while (whose != me) pthread_cond_wait(&moved, &lock);
        whose = 1 - me;
        pthread_cond_signal(&moved);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, player, 0);
    pthread_create(&b, 0, player, &lock);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
