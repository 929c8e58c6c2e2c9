/* An argument may have fewer bytes than are read. */
#include <pthread.h>
#include <unistd.h>

static void *work(void *argument) { return argument; }

int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return write(argc, argv[0], 4) < 0;
}
