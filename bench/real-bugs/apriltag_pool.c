#include <stdlib.h>
#include "common/workerpool.h"

static void task(void *arg)
{
}

int main(void)
{
    workerpool_t *pool = workerpool_create(2);
    if (!pool) return 1;
    workerpool_add_task(pool, task, NULL);
    workerpool_run(pool);
    workerpool_destroy(pool);
}
