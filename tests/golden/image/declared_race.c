/* A thread writes through a pointer that another file has set: perhaps to `shared`, never to `own`. */
#include <pthread.h>
#include <stddef.h>

extern int *current;
int shared;
static int own;
#ifdef STATIC
#define WRITTEN own
#else
#define WRITTEN shared
#endif

static void *write_it(void *arg)
{
    *current = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_it, NULL);
    WRITTEN = 2;
    pthread_join(thread, NULL);
    return own + shared;
}
