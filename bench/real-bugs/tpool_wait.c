#include <assert.h>
#include <stdatomic.h>
#include <rthreads/tpool.h>

static atomic_int done;

static void task(void *data)
{
    done++;
}

int main(void)
{
    tpool_t *pool = tpool_create(1);
    if (!pool || !tpool_add_work(pool, task, NULL)) return 1;
    tpool_wait(pool);
    assert(done == 1);
    tpool_destroy(pool);
}
