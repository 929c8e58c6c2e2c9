/* Of two threads that close a descriptor one does. */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int closers, file;

static void *finish(void *arg)
{
    if (close(file) == 0) closers++;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    file = open("totals", O_RDONLY);
    if (file < 0) return 1;
    pthread_create(&a, 0, finish, 0);
    pthread_create(&b, 0, finish, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return closers;
}
