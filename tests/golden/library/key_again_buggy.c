/* A key that was deleted is given again. */
#include <assert.h>
#include <pthread.h>

static int is_same(pthread_key_t a, pthread_key_t b) { return a == b; }

int main(void)
{
    pthread_key_t first, second;
    if (pthread_key_create(&first, 0) || pthread_key_delete(first)) return 1;
    if (pthread_key_create(&second, 0)) return 1;
    assert(!is_same(first, second));
    return 0;
}
