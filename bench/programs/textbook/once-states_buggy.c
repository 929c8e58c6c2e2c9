/*
 * Initialisation that is done once, without a lock: nobody has begun, somebody has, done. Whoever swaps the first state
 * for the second does it; others wait for the third.
 *
 * Property: it is done once, before anybody goes on.
 * Buggy: those who come second do not wait.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NOT_BEGUN, BEGUN, DONE };

atomic_int state = NOT_BEGUN;
int value;

void *user(void *unused)
{
    int seen = NOT_BEGUN;
    if (atomic_compare_exchange_strong(&state, &seen, BEGUN)) {
        assert(value == 0);
        value = 7;
        state = DONE;
    } else {
        while (state == NOT_BEGUN)
            ;
    }
    assert(value == 7);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, user, 0);
}
