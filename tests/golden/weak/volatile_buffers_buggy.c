/* Both stores may wait in a buffer while both loads read zero. */
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int seen_x, seen_y;

static void *left(void *unused)
{
    x = 1;
    seen_y = y;
    return unused;
}

static void *right(void *unused)
{
    y = 1;
    seen_x = x;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    if (pthread_create(&a, NULL, left, NULL) != 0 || pthread_create(&b, NULL, right, NULL) != 0)
        return 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen_x || seen_y);
    return 0;
}
