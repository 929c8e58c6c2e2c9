/* How long a text is is not known. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) { return argument; }

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1] + 2) : 0;
    pthread_t t;
    pthread_create(&t, NULL, work, &count);
    pthread_join(t, NULL);
    return 0;
}
