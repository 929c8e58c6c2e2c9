/* What is read from a file is no argument. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *argument) { return argument; }

int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    if (read(0, argv, sizeof *argv) != sizeof *argv) return 1;
    return atoi(argv[0]) + argc;
}
