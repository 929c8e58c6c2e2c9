/* Only the thread that filled the handle last is waited for. */
#include <assert.h>
#include <pthread.h>

int x[3];

void *f(void *arg)
{
    x[(long)arg] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++)
        pthread_create(&t, 0, f, (void *)(long)i);
    pthread_join(t, 0);
    assert(x[2] == 1);
    return 0;
}
