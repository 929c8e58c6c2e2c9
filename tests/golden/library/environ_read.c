/* getenv looks through environ, as main does. */
#include <pthread.h>
#include <stdlib.h>

extern char **environ;

static void *worker(void *unused) { return getenv("A") ? unused : 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int has_any = environ && environ[0];
    pthread_join(t, 0);
    return has_any;
}
