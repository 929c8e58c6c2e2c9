/* There need not be an argument. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) { return argument; }

int main(int argc, char **argv)
{
    int count = atoi(argv[1]);
    pthread_t t;
    pthread_create(&t, NULL, work, &count);
    pthread_join(t, NULL);
    return argc > 4;
}
