/* Copies of memory are plain accesses. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
    int left, right;
} shared;

void *one(void *arg)
{
    (void)arg;
    struct pair mine = {1, 1};
    memcpy(&shared, &mine, sizeof shared);
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    struct pair mine;
    memcpy(&mine, &shared, sizeof mine);
    assert(mine.left < 2);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
