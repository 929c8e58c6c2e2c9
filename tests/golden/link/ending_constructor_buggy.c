/* Both stand around main, whose calls are told as ever. */
#include <pthread.h>
#include <stddef.h>

static int n;

__attribute__((constructor)) static void first(int count, char **arguments)
{
    (void)arguments;
    n = count;
}

__attribute__((destructor)) static void last(void) { n = 2; }

static void *work(void *unused)
{
    n = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    n++;
    return 0;
}
