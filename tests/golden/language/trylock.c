#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char c;
pthread_mutex_t m;
void *f(void *a)
{
    if (pthread_mutex_trylock(&m) == 0) {
        c++;
        assert(c == 1);
        c--;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    return 0;
}
