/* A mutex in memory that is given again must be initialised again. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int sum;
};

struct account *now;

static struct account *account_new(void)
{
    struct account *a = malloc(sizeof *a);
    if (!a) exit(0);
    pthread_mutex_init(&a->lock, 0);
    a->sum = 0;
    return a;
}

int main(void)
{
    struct account *first = account_new();
    pthread_mutex_lock(&first->lock);
    free(first);
    struct account *second = account_new();
    pthread_mutex_lock(&second->lock);
    second->sum++;
    assert(second->sum == 1);
    pthread_mutex_unlock(&second->lock);
    assert(second != first);
    return 0;
}
