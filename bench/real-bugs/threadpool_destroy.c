#include <stddef.h>
#include "threadpool.h"

static void task(void *arg)
{
}

int main(void)
{
    threadpool_t *pool = threadpool_create(1, 4, 0);
    if (!pool) return 1;
    threadpool_add(pool, task, NULL, 0);
    threadpool_destroy(pool, 0);
}
