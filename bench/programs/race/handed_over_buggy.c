/* Two threads get the same task by mistake. */
#include <pthread.h>

struct task {
    int from, to, sum;
};

struct task tasks[2] = {{0, 5, 0}, {5, 9, 0}};

void *run(void *arg)
{
    struct task *task = arg;
    for (int i = task->from; i < task->to; i++)
        task->sum += i;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, run, &tasks[0]);
    pthread_create(&second, 0, run, &tasks[0]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return tasks[0].sum + tasks[1].sum;
}
