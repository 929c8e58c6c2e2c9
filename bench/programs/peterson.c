/*
 * Peterson's algorithm: mutual exclusion of two threads with reads and writes only.
 *
 * Benchmark 16/PETERSON of SYMMPA; Peterson, Myths About the Mutual Exclusion Problem, 1981.
 *
 * Property: mutual exclusion; in the critical section each thread finds in x what it has written.
 * Safe: of two threads with their flags up, the one that wrote turn last waits for the other. (The
 * two parts of the waiting condition may be read one after the other, in this order.)
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag1, flag2, turn;
int x;

void *first(void *arg)
{
    (void)arg;
    for (;;) {
        flag1 = 1;
        turn = 2;
        while (flag2 && turn == 2)
            ;
        x = 1;
        assert(x == 1);
        flag1 = 0;
    }
}

void *second(void *arg)
{
    (void)arg;
    for (;;) {
        flag2 = 1;
        turn = 1;
        while (flag1 && turn == 1)
            ;
        x = 2;
        assert(x == 2);
        flag2 = 0;
    }
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
