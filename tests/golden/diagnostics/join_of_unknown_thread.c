#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
int x;
void *f(void *a)
{
    x = 1;
    return 0;
}
int main(void)
{
    pthread_t t[100];
    for (int i = 0; i < 100; i++)
        pthread_create(&t[i], 0, f, 0);
    pthread_join(t[1], 0);
    return 0;
}
