/* Each of two threads waits for the condition variable of its slot, chosen by an index; the other fills the slot. */
#include <pthread.h>

struct slot {
    pthread_cond_t filled;
    int is_full;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot slots[2];

static void fill(int i)
{
    pthread_mutex_lock(&lock);
    slots[i].is_full = 1;
    pthread_cond_signal(&slots[i].filled);
    pthread_mutex_unlock(&lock);
}

static void *exchange(void *arg)
{
    int me = arg != 0;
    fill(1 - me);
    pthread_mutex_lock(&lock);
    while (!slots[me].is_full) pthread_cond_wait(&slots[me].filled, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, exchange, &lock);
    exchange(0);
    pthread_join(t, 0);
    return 0;
}
