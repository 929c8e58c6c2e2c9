/* What takes threads to interleave says so, with its first place. */
#include <assert.h>
#include <pthread.h>

int is_set;

void *worker(void *arg)
{
    (void)arg;
    is_set = 1;
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    assert(is_set < 2);
    return 0;
}
