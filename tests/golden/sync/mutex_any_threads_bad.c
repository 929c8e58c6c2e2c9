/* As many workers as one likes; some forget to take the lock. */
int __VERIFIER_nondet_int(void);
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

void *work(void *arg)
{
    if (!value) pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int()) {
        pthread_create(&t, NULL, work, &value);
        pthread_detach(t);
    }
    return 0;
}
