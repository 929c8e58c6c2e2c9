#include <assert.h>
#include <stdatomic.h>
#include "thread_pool.h"

static atomic_int done;

static void task(void *data)
{
    done++;
}

int main(void)
{
    VmafThreadPool *pool;
    if (vmaf_thread_pool_create(&pool, 1)) return 1;
    if (vmaf_thread_pool_enqueue(pool, task, NULL, 0)) return 1;
    vmaf_thread_pool_wait(pool);
    assert(done == 1);
    vmaf_thread_pool_destroy(pool);
}
