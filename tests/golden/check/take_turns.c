// Only where both threads take turns to the end do the numbers get that large: 22 switches, of 705432 possible runs.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

unsigned a = 1, b = 1;
unsigned rounds_a, rounds_b;
unsigned limit, before, now = 1;

void *first(void *unused)
{
    for (; rounds_a < 11; rounds_a++) {
        __VERIFIER_atomic_begin();
        a += b;
        __VERIFIER_atomic_end();
    }
    return 0;
}

void *second(void *unused)
{
    for (; rounds_b < 11; rounds_b++) {
        __VERIFIER_atomic_begin();
        b += a;
        __VERIFIER_atomic_end();
    }
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    for (unsigned i = 0; i < 23; i++) {
        limit = before + now;
        before = now;
        now = limit;
    }
    assert(b < limit);
    return 0;
}
