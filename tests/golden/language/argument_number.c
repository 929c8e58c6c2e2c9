#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char x;
void *f(void *a)
{
    int id = (int)(long)a;
    assert(id == 3);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, (void *)3L);
    return 0;
}
