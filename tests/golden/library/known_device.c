/* A device is no regular file. */
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
    int fd = open("/dev/null", O_RDONLY);
    assert(!(fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode)));
    return 0;
}
