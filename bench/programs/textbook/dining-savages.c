/*
 * The dining savages (Andrews): a pot of five servings, savages eat while there are some, a cook fills the pot when it is
 * empty. Any number of savages and cooks.
 *
 * Property: nobody eats from an empty pot, and only an empty pot is filled.
 * Safe: the cook looks again after waiting.
 */
#include <assert.h>
#include <pthread.h>

#define SERVINGS 5

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t pot_empty = PTHREAD_COND_INITIALIZER, pot_full = PTHREAD_COND_INITIALIZER;
unsigned servings;

void *savage(void *unused)
{
    pthread_mutex_lock(&lock);
    while (servings == 0) {
        pthread_cond_signal(&pot_empty);
        pthread_cond_wait(&pot_full, &lock);
    }
    assert(servings <= SERVINGS);
    servings--;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *cook(void *unused)
{
    pthread_mutex_lock(&lock);
    while (servings > 0)
        pthread_cond_wait(&pot_empty, &lock);
    assert(servings == 0);
    servings = SERVINGS;
    pthread_cond_broadcast(&pot_full);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, savage, 0);
        pthread_create(&thread, 0, cook, 0);
    }
}
