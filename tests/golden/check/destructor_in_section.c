/* A destructor that returns inside an atomic section: like a thread that ends in one, refused. */
#include <pthread.h>

void __VERIFIER_atomic_begin(void);

pthread_key_t key;
int x;

void destroy(void *p)
{
    __VERIFIER_atomic_begin();
    x = 1;
}

void *f(void *a)
{
    pthread_setspecific(key, &x);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, f, 0);
    return 0;
}
