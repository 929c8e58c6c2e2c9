/*
 * The program that cannot be verified without mixed predicates: only the first thread gets past the
 * test; it counts for ever in a shared and in a local variable and compares the two.
 *
 * Benchmark 13/UNVEREX of SYMMPA: program P'' of SAPA (section 1 and appendix B of the report).
 *
 * Property: the shared and the local counter agree.
 * Safe: a thread that sees r == 1 after its own increment was the first, and no later one sees it.
 * Both counters wrap around alike. But r itself wraps around after 2^32 threads: the program is
 * safe for every number of threads over ideal integers only.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned r;
unsigned s;

static void count(void)
{
    unsigned l = 0;
    for (;;) {
        ++s;
        ++l;
        assert(s == l);
    }
}

void *worker(void *arg)
{
    (void)arg;
    ++r;
    if (r == 1) count();
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
