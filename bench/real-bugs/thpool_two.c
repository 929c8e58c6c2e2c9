/* One of two pools is destroyed, the other one has work to do afterwards. */
#include "thpool.h"

static void task(void *argument)
{
    (void)argument;
}

int main(void)
{
    threadpool first = thpool_init(1), second = thpool_init(1);
    if (!first || !second) return 1;
    thpool_destroy(first);
    if (thpool_add_work(second, task, 0) != 0) return 1;
    thpool_wait(second);
    return 0;
}
