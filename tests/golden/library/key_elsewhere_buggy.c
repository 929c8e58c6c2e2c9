/* A key that is made for a caller. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t names;

static int make(pthread_key_t *key) { return pthread_key_create(key, 0); }

int main(void)
{
    if (make(&names)) return 1;
    assert(names > 0);
    return 0;
}
