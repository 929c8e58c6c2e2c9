/* What is written there is not modelled. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) { return argument; }

int main(int argc, char **argv)
{
    char own[4] = "1";
    argv[argc - 1] = own;
    int count = atoi(argv[0]);
    pthread_t t;
    pthread_create(&t, NULL, work, &count);
    pthread_join(t, NULL);
    return 0;
}
