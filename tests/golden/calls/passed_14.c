/* What is passed decides which call is made, and is divided or counted up from call to call: in chains of 14 functions. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void f0(int k)
{
    pthread_mutex_lock(&m);
    x++;
    assert(x == 1);
    x--;
    pthread_mutex_unlock(&m);
}

#define TWICE(function, next) \
    static void function(int k) { if (k & 1) next(k / 2); else next(k + 1); }
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

void *worker(void *arg)
{
    f13((int)(long)arg);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, 0, worker, (void *)(long)i);
}
