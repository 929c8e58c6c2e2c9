/* Cells of an array that should belong to whom has drawn their number, which is drawn in two steps. */
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
        next = mine + 1;
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
