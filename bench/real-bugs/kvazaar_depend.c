#include "threadqueue.h"

static void task(void *arg)
{
}

int main(void)
{
    threadqueue_queue_t queue;
    if (!kvz_threadqueue_init(&queue, 1, 1)) return 1;
    threadqueue_job_t *first = kvz_threadqueue_submit(&queue, task, NULL, 0, NULL);
    threadqueue_job_t *second = kvz_threadqueue_submit(&queue, task, NULL, 1, NULL);
    kvz_threadqueue_job_dep_add(second, first);
    kvz_threadqueue_job_dep_add(second, first);
    kvz_threadqueue_job_unwait_job(&queue, second);
    kvz_threadqueue_flush(&queue);
    kvz_threadqueue_finalize(&queue);
}
