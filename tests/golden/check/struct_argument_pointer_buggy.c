/* A struct passed by value through a function pointer is read member by member, too. */
#include <assert.h>
#include <pthread.h>

struct Pair {
    int first, second;
};

struct Pair shared;

int difference(struct Pair p) { return p.first - p.second; }

int (*measure)(struct Pair) = difference;

void *worker(void *unused)
{
    shared.first = 1;
    shared.second = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int d = measure(shared);
    assert(d >= 0);
    return 0;
}
