/* A struct passed by value is read member by member, even where it is passed in one register. */
#include <assert.h>
#include <pthread.h>

struct Range {
    int low, high;
};

struct Range shared = {0, 1};

int width(struct Range r) { return r.high - r.low; }

void *move(void *unused)
{
    shared.high = 2;
    shared.low = 2;
    shared.low = 0;
    shared.high = 1;
    return unused;
}

void *measure(void *unused)
{
    int w = width(shared);
    assert(w >= 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, move, 0);
    pthread_create(&b, 0, measure, 0);
    return 0;
}
