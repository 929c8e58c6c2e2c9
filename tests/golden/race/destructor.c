// Destructors of thread-specific data race with each other: nobody calls them but the library.
#include <pthread.h>
static int freed;
static pthread_key_t key;

static void destroy(void *p)
{
    (void)p;
    freed++;
}

static void *worker(void *p)
{
    pthread_setspecific(key, &freed);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    return 0;
}
