/* The root is there. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *work(void *argument) { return argument; }

int main(void)
{
    struct stat s;
    pthread_t t;
    pthread_create(&t, 0, work, &s);
    pthread_join(t, 0);
    int fd = 0;
    assert(!(access("/", F_OK) != 0 + fd));
    return 0;
}
