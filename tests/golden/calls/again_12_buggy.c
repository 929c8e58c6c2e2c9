/* What is asserted needs the value that a call leaves behind: in chains of 12 functions. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void f0(void)
{
    x++;
    assert(x == 1);
    x--;
}

#define TWICE(function, next) \
    static void function(void) { next(); next(); }
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

void *worker(void *arg)
{
    f11();
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, 0, worker, (void *)(long)i);
}
