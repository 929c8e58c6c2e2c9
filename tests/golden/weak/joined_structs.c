// Handles in structures: who joins a thread comes after what it did; the relaxed counter orders nothing.
#include <pthread.h>
#include <stdatomic.h>

static struct worker {
    pthread_t thread;
    int result;
} workers[3];
static atomic_int calls;

static void *work(void *arg)
{
    struct worker *w = arg;
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    w->result = 1;
    return 0;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        pthread_create(&workers[i].thread, 0, work, &workers[i]);
    for (int i = 0; i < 3; i++) {
        pthread_join(workers[i].thread, 0);
        sum += workers[i].result;
    }
    return sum;
}
