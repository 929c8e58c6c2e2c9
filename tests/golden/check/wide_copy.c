/* On 64 bits it is copied as a whole. */
#include <assert.h>
#include <pthread.h>

struct Pair {
    long long value;
    int tag;
} shared;

void *writer(void *arg)
{
    struct Pair mine = {-1, 1};
    shared = mine;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    struct Pair seen = shared;
    assert(seen.value == 0 || seen.value == -1);
    return 0;
}
