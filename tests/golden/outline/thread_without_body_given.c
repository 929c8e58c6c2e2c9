/* A thread that begins with a function without a body writes what it is given, at any time. */
#include <assert.h>
#include <pthread.h>
int given;
void *other(void *);
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, &given);
    given = 1;
    assert(given == 1);
}
