/* The other order comes once, far into a loop: no run needs to be lucky to see both. */
#include <pthread.h>

static pthread_mutex_t upper = PTHREAD_MUTEX_INITIALIZER, lower = PTHREAD_MUTEX_INITIALIZER;
static int above, below;

static void *sort(void *arg)
{
    for (int i = 0; i < 200; i++) {
        pthread_mutex_lock(&upper);
        pthread_mutex_lock(&lower);
        above--;
        below++;
        pthread_mutex_unlock(&lower);
        pthread_mutex_unlock(&upper);
    }
    return arg;
}

static void *tidy(void *arg)
{
    for (int i = 0; i < 200; i++) {
        pthread_mutex_lock(&lower);
        if (i == 150) {
            pthread_mutex_lock(&upper);
            above = 0;
            pthread_mutex_unlock(&upper);
        }
        below = 0;
        pthread_mutex_unlock(&lower);
    }
    return arg;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, sort, 0);
    pthread_create(&t, 0, tidy, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
