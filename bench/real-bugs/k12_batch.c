#include <assert.h>
#include <stdatomic.h>
#include "KT-threadpool.h"

static atomic_int runs;

static void task(void *arg)
{
    runs++;
}

int main(void)
{
    void *pool = KT_ThreadPool_Pthread.create(1);
    if (!pool || KT_ThreadPool_Pthread.submit(pool, task, NULL)) return 1;
    KT_ThreadPool_Pthread.wait_all(pool);
    assert(runs == 1);
    KT_ThreadPool_Pthread.destroy(pool);
}
