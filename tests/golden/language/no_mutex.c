#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char c;
void *f(void *a)
{
    c++;
    assert(c == 1);
    c--;
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    return 0;
}
