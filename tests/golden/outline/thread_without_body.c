/* A thread that begins with a function without a body does not write what it is not given. */
#include <assert.h>
#include <pthread.h>
int given, kept;
void *other(void *);
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, &given);
    kept = 1;
    assert(kept == 1);
}
