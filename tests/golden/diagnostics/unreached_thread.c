/* Neither assertion is evaluated, that of the thread not, since it never starts. */
#include <assert.h>
#include <pthread.h>
int x, z;
void *w(void *a) { assert(x == 5); return 0; }
int main(void)
{
    pthread_t t;
    x = 5 / z;
    pthread_create(&t, 0, w, 0);
    assert(x == 9);
}
