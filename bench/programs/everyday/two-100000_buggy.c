/* Two threads count to a hundred thousand each, under a lock.
 * Buggy: there is no lock. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 100000 };
static int x;

static void *add(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        x++;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2 * ROUNDS);
}
