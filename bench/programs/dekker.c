/*
 * Dekker's algorithm: mutual exclusion of two threads with reads and writes only.
 *
 * Benchmark 15/DEKKER of SYMMPA; the algorithm is described by Dijkstra, Cooperating Sequential
 * Processes.
 *
 * Property: mutual exclusion; in the critical section each thread finds in x what it has written.
 * Safe: a thread enters only while its own flag is up and it saw the other's flag down since.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag1, flag2, turn = 1;
int x;

void *first(void *arg)
{
    (void)arg;
    for (;;) {
        flag1 = 1;
        while (flag2) {
            if (turn == 2) {
                flag1 = 0;
                while (turn == 2)
                    ;
                flag1 = 1;
            }
        }
        x = 1;
        assert(x == 1);
        turn = 2;
        flag1 = 0;
    }
}

void *second(void *arg)
{
    (void)arg;
    for (;;) {
        flag2 = 1;
        while (flag1) {
            if (turn == 1) {
                flag2 = 0;
                while (turn == 1)
                    ;
                flag2 = 1;
            }
        }
        x = 2;
        assert(x == 2);
        turn = 1;
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
