/* A pool with one worker, to which one task is given. */
#include "threadpool.h"

static void task(void *argument)
{
    (void)argument;
}

int main(void)
{
    zv_threadpool_t *pool = threadpool_init(1);
    if (pool == NULL) return 1;
    threadpool_add(pool, task, NULL);
    return threadpool_destroy(pool, 1);
}
