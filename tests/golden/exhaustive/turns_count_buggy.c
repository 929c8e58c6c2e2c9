/* As turns_count.c, but one looks at the count after the turn has gone. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static unsigned count;

static void *even(void *arg)
{
    for (;;) {
        while (turn != 0)
            ;
        count += 2;
        turn = 1;
        if (count == 12) count = 0;
    }
    return arg;
}

static void *odd(void *arg)
{
    for (;;) {
        while (turn != 1)
            ;
        count++;
        if (count % 1000 == 7) return arg;
        turn = 0;
    }
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, even, 0);
    pthread_create(&u, 0, odd, 0);
    pthread_join(u, 0);
    return 0;
}
