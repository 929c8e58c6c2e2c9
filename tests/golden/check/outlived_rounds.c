// In each round the thread ends before the local of the block does.
#include <assert.h>
#include <pthread.h>
static void *work(void *arg)
{
    assert(*(int *)arg == 7);
    return 0;
}
int main(void)
{
    for (int i = 0; i < 3; i++) {
        int seven = 7;
        pthread_t t;
        pthread_create(&t, 0, work, &seven);
        pthread_join(t, 0);
    }
    return 0;
}
