/* Handles in structures, passed by value and returned; one is joined while its lock is held. */
#include <pthread.h>

struct task {
    pthread_mutex_t lock;
    pthread_t id;
    int done;
};
static struct task first, second;

static void *run(void *arg)
{
    struct task *t = arg;
    pthread_mutex_lock(&t->lock);
    t->done = 1;
    pthread_mutex_unlock(&t->lock);
    return 0;
}

static pthread_t start(struct task *t)
{
    pthread_t id;
    pthread_mutex_init(&t->lock, 0);
    pthread_create(&id, 0, run, t);
    return id;
}

static void finish(pthread_t id) { pthread_join(id, 0); }

int main(void)
{
    first.id = start(&first);
    second.id = start(&second);
    pthread_mutex_lock(&second.lock);
    finish(second.id);
    pthread_mutex_unlock(&second.lock);
    finish(first.id);
    return 0;
}
