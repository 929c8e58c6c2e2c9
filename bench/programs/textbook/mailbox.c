/*
 * A mailbox with one place: those who send wait until it is empty, those who receive until it is full. Any number of
 * both.
 *
 * Property: a letter is what was sent, and none is overwritten.
 * Safe: both look again after waiting.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
_Bool full;
int letter;

void *sender(void *unused)
{
    pthread_mutex_lock(&lock);
    while (full)
        pthread_cond_wait(&changed, &lock);
    assert(letter == 0);
    letter = 1;
    full = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *receiver(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&changed, &lock);
    assert(letter == 1);
    letter = 0;
    full = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, sender, 0);
        pthread_create(&thread, 0, receiver, 0);
    }
}
