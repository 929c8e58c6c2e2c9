/*
 * Lamport's fast mutual exclusion: without contention a thread enters after seven accesses; here
 * for two threads.
 *
 * Benchmark 20/LAMPORT of SYMMPA; Lamport, A Fast Mutual Exclusion Algorithm, 1987, algorithm 2.
 *
 * Property: mutual exclusion; in the critical section each thread finds in data what it has
 * written. Safe: proved by Lamport; y keeps late-comers out, x and the b tell whether both came at
 * once.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, b1, b2;
int data;

void *first(void *arg)
{
    (void)arg;
    for (;;) {
        b1 = 1;
        x = 1;
        if (y != 0) {
            b1 = 0;
            while (y != 0)
                ;
            continue;
        }
        y = 1;
        if (x != 1) {
            b1 = 0;
            while (b2)
                ;
            if (y != 1) {
                while (y != 0)
                    ;
                continue;
            }
        }
        data = 1;
        assert(data == 1);
        y = 0;
        b1 = 0;
    }
}

void *second(void *arg)
{
    (void)arg;
    for (;;) {
        b2 = 1;
        x = 2;
        if (y != 0) {
            b2 = 0;
            while (y != 0)
                ;
            continue;
        }
        y = 2;
        if (x != 2) {
            b2 = 0;
            while (b1)
                ;
            if (y != 2) {
                while (y != 0)
                    ;
                continue;
            }
        }
        data = 2;
        assert(data == 2);
        y = 0;
        b2 = 0;
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
