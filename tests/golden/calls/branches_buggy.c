/* No branch in level and report makes a difference for the assertion. A run goes the ways that its values say all the
 * same, and shows what is computed there. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
int x, last;

static int level(int v)
{
    if (v > 1000)
        return v - 1000;
    if (v > 20)
        return v + 7;
    return 3;
}

static void report(int v)
{
    switch (v) {
    case 3: last = 30; break;
    case 57: last = 570; break;
    default: last = level(v);
    }
}

void *worker(void *arg)
{
    int seen = x;
    report(level(50));
    x = seen + 1;
    assert(seen < 2);
    return 0;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_create(&c, 0, worker, 0);
}
