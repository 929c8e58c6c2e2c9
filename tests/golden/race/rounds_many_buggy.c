/* The trace does not grow with ROUNDS: the first round is enough. */
#include <pthread.h>

#define ROUNDS 70

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int round_number;

static void *player(void *arg)
{
    while (round_number < ROUNDS) {
        pthread_mutex_lock(&mutex);
        round_number++;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, player, NULL);
    pthread_create(&b, NULL, player, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
