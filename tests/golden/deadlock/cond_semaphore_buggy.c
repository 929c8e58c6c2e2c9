/* A semaphore made of a condition variable; it signals only where nobody needs it. */
#include <pthread.h>

struct semaphore {
    pthread_mutex_t lock;
    pthread_cond_t raised;
    int value;
};
static struct semaphore one = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1};
static struct semaphore *const s = &one;

static void *user(void *arg)
{
    pthread_mutex_lock(&s->lock);
    while (s->value == 0) pthread_cond_wait(&s->raised, &s->lock);
    s->value--;
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_lock(&s->lock);
    s->value++;
    if (s->value > 1) pthread_cond_signal(&s->raised);
    pthread_mutex_unlock(&s->lock);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, user, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
