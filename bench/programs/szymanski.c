/*
 * Szymanski's algorithm: mutual exclusion by a waiting room with two doors, here for two threads.
 * A thread's flag: 0 outside, 1 wants in, 2 waits in the room for others, 3 stands in the doorway,
 * 4 has closed the entry door.
 *
 * Benchmark 17/SZYMANSKI of SYMMPA; Szymanski, A Simple Solution to Lamport's Concurrent
 * Programming Problem with Linear Wait, 1988. Where the algorithm goes by thread numbers, the first
 * goes first.
 *
 * Property: mutual exclusion; in the critical section each thread finds in x what it has written.
 * Safe: of two threads that have closed the entry door, the second waits until the first is out.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag1, flag2;
int x;

void *first(void *arg)
{
    int other;
    (void)arg;
    for (;;) {
        flag1 = 1;
        while (flag2 >= 3)
            ;
        flag1 = 3;
        if (flag2 == 1) {
            flag1 = 2;
            while (flag2 != 4)
                ;
        }
        flag1 = 4;
        x = 1;
        assert(x == 1);
        do
            other = flag2;
        while (other == 2 || other == 3);
        flag1 = 0;
    }
}

void *second(void *arg)
{
    (void)arg;
    for (;;) {
        flag2 = 1;
        while (flag1 >= 3)
            ;
        flag2 = 3;
        if (flag1 == 1) {
            flag2 = 2;
            while (flag1 != 4)
                ;
        }
        flag2 = 4;
        while (flag1 >= 2)
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
