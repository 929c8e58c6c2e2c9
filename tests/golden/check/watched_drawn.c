/* Cells of an array that belong to whom has drawn their number. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define CELLS 500

struct cell {
    _Bool used;
    int by_whom;
};

atomic_uint next;
struct cell cells[CELLS];

void *worker(void *unused)
{
    unsigned mine = next;
    while (mine < CELLS) {
        if (!atomic_compare_exchange_weak(&next, &mine, mine + 1)) continue;
        assert(!cells[mine].used);
        cells[mine].used = 1;
        return 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
