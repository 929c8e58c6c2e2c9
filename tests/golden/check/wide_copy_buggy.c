/* A member of 8 bytes is copied in two halves on 32 bits. */
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
