#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char c, done;
void *f(void *a)
{
    c++;
    __VERIFIER_atomic_begin();
    done++;
    assert(done != 2 || c == 2);
    __VERIFIER_atomic_end();
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    return 0;
}
