/* Like packed_flags.c, but the flag is set too early. */
#include <assert.h>
#include <pthread.h>

union word {
    unsigned all;
    struct {
        unsigned short ready, value;
    } half;
} w;

void *worker(void *arg)
{
    w.half.ready = 1;
    w.half.value = 5;
    return arg;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++)
        pthread_create(&t, 0, worker, 0);
    unsigned seen = w.all;
    assert((seen & 0xffff) == 0 || seen >> 16 == 5);
}
