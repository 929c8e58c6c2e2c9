/* Which of two calls is made depends on a value that nobody knows: in chains of 20 functions. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
int __VERIFIER_nondet_int(void);

static void f0(void)
{
    pthread_mutex_lock(&m);
    x++;
    assert(x == 1);
    x--;
    pthread_mutex_unlock(&m);
}

#define TWICE(function, next) \
    static void function(void) { if (__VERIFIER_nondet_int()) next(); else next(); }
TWICE(f1, f0)
TWICE(f2, f1)
TWICE(f3, f2)
TWICE(f4, f3)
TWICE(f5, f4)
TWICE(f6, f5)
TWICE(f7, f6)
TWICE(f8, f7)
TWICE(f9, f8)
TWICE(f10, f9)
TWICE(f11, f10)
TWICE(f12, f11)
TWICE(f13, f12)
TWICE(f14, f13)
TWICE(f15, f14)
TWICE(f16, f15)
TWICE(f17, f16)
TWICE(f18, f17)
TWICE(f19, f18)

void *worker(void *arg)
{
    f19();
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, 0, worker, (void *)(long)i);
}
