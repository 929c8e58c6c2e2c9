/* The first key is 0 in glibc; a number of its own is no part of what a key is. */
#include <assert.h>
#include <pthread.h>

struct module {
    pthread_key_t key;
};

static struct module m;

int main(void)
{
    if (pthread_key_create(&m.key, 0)) return 1;
    pthread_key_t key = m.key;
    assert(key);
    return 0;
}
