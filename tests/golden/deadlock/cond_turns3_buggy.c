/* Three threads take turns: the signal may wake the one whose turn it is not. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int whose;

static void *player(void *arg)
{
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (whose != me) pthread_cond_wait(&moved, &lock);
        whose = (me + 1) % 3;
        pthread_cond_signal(&moved);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, player, (void *)0);
    pthread_create(&b, 0, player, (void *)1);
    pthread_create(&c, 0, player, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
