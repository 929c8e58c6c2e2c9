/* What a proof takes for granted, each with its first place; an assertion that holds by constants counts. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int elsewhere;
extern void report(int what);
int cells[4], five = 5;
atomic_int ready;

void *worker(void *arg)
{
    (void)arg;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    cells[argc + 1] = 1;
    cells[argc] = 100 / argc;
    report(100 / (argc + elsewhere));
    int now = atomic_load_explicit(&ready, memory_order_acquire);
    assert(five == 5);
    assert(now == 0 || now == 1);
    return 0;
}
