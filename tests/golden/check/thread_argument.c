/* Each thread gets a pointer to its own task. */
#include <assert.h>
#include <pthread.h>

struct task {
    int in, out;
};

void *successor(void *arg)
{
    struct task *t = arg;
    t->out = t->in + 1;
    return 0;
}

int main(void)
{
    struct task tasks[2] = {{3, 0}, {4, 0}};
    pthread_t a, b;
    pthread_create(&a, 0, successor, &tasks[0]);
    pthread_create(&b, 0, successor, &tasks[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(tasks[0].out + tasks[1].out == 9);
}
