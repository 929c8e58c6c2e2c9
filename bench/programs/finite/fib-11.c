/* Fibonacci numbers by two threads: each adds the other's to its own, 11 times; 46368 is the largest that comes of it.
 * In which order they take turns decides. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 11, LARGEST = 46368 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned a = 1, b = 1;

static void *add_b(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        a = a + b;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *add_a(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        b = b + a;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, add_b, NULL);
    pthread_create(&t, NULL, add_a, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(a <= LARGEST && b <= LARGEST);
}
