/* Nothing is read there. */
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
    char c; int fd = open("/dev/null", O_RDONLY);
    assert(!(fd >= 0 && read(fd, &c, 1) == 1));
    return 0;
}
