/* How many threads work is asked while one may do so. */
#include "thpool.h"

static void task(void *argument)
{
    (void)argument;
}

int main(void)
{
    threadpool pool = thpool_init(1);
    if (!pool) return 1;
    thpool_add_work(pool, task, 0);
    thpool_num_threads_working(pool);
    thpool_wait(pool);
    thpool_destroy(pool);
    return 0;
}
