/* The result of a thread does not fit into an int. */
#include <pthread.h>

static int result;

static void *run(void *arg) { return arg; }

int main(void)
{
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 1;
    pthread_join(t, (void **)&result);
    return 0;
}
