/* What is asserted needs the value that a call leaves behind: in chains of 40 functions. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void f0(void)
{
    pthread_mutex_lock(&m);
    x++;
    assert(x == 1);
    x--;
    pthread_mutex_unlock(&m);
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
TWICE(f12, f11)
TWICE(f13, f12)
TWICE(f14, f13)
TWICE(f15, f14)
TWICE(f16, f15)
TWICE(f17, f16)
TWICE(f18, f17)
TWICE(f19, f18)
TWICE(f20, f19)
TWICE(f21, f20)
TWICE(f22, f21)
TWICE(f23, f22)
TWICE(f24, f23)
TWICE(f25, f24)
TWICE(f26, f25)
TWICE(f27, f26)
TWICE(f28, f27)
TWICE(f29, f28)
TWICE(f30, f29)
TWICE(f31, f30)
TWICE(f32, f31)
TWICE(f33, f32)
TWICE(f34, f33)
TWICE(f35, f34)
TWICE(f36, f35)
TWICE(f37, f36)
TWICE(f38, f37)
TWICE(f39, f38)

void *worker(void *arg)
{
    f39();
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, 0, worker, (void *)(long)i);
}
