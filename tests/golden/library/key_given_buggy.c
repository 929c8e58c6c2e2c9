/* The number of a key that a function gives. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t names;

static pthread_key_t key_of_names(void) { return names; }

int main(void)
{
    if (pthread_key_create(&names, 0)) return 1;
    assert(key_of_names() != 0);
    return 0;
}
