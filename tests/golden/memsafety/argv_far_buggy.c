/* Behind the NULL nothing is known to be. */
#include <pthread.h>

static void *work(void *argument) { return argument; }

int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return argv[argc + 1] != NULL;
}
