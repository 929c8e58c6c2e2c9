// References are counted down with release and acquire: who is last sees what the others did, and frees.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count = 2;
static int value;

static void drop(void)
{
    if (atomic_fetch_sub_explicit(&count, 1, memory_order_acq_rel) == 1) value = 0;
}

static void *user(void *arg)
{
    drop();
    return arg;
}

int main(void)
{
    pthread_t thread;
    value = 1;
    pthread_create(&thread, 0, user, 0);
    int seen = value;
    drop();
    return seen;
}
