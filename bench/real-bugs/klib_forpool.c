#include "kthread.h"

static void task(void *data, long index, int thread)
{
}

int main(void)
{
    void *pool = kt_forpool_init(1);
    kt_forpool(pool, task, 0, 1);
    kt_forpool_destroy(pool);
}
