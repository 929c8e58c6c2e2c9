/* Two halves of one word: each thread sets its own half, and the word is read whole, in one step. */
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
    w.half.value = 5;
    w.half.ready = 1;
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
