/* Locks of two descriptors of one file exclude each other. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>

static int total, files[2];

static void *add(void *arg)
{
    int *file = arg;
    if (flock(*file, LOCK_EX) != 0) return 0;
    total++;
    flock(*file, LOCK_UN);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    files[0] = open("totals", O_RDWR);
    files[1] = open("totals", O_RDWR);
    if (files[0] < 0 || files[1] < 0) return 1;
    pthread_create(&a, 0, add, &files[0]);
    pthread_create(&b, 0, add, &files[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return total;
}
