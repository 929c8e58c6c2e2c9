/* A constant has fewer bytes than are read. */
#include <pthread.h>
#include <unistd.h>

static void *work(void *argument) { return argument; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return write(1, "ab", 4) < 0;
}
