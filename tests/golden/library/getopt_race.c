/* getopt writes optind. */
#include <pthread.h>
#include <unistd.h>

static void *worker(void *unused)
{
    optind = 1;
    return unused;
}

int main(int count, char **arguments)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    getopt(count, arguments, "a");
    pthread_join(t, 0);
}
