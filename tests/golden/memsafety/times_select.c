/* Structures that functions of the library get are too small: select gets more descriptors than are in a set. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec pause = {.tv_sec = 0, .tv_nsec = 20000000};
    struct timeval limit = {.tv_sec = 1, .tv_usec = 0};
    struct pollfd waited[2] = {{.fd = 0, .events = POLLIN}, {.fd = 1, .events = POLLOUT}};
    struct tm parts;
    fd_set readable;
    struct stat status;
    char text[40];
    int ends[2];
    time_t now = time(NULL);
    while (nanosleep(&pause, &pause) != 0 && errno == EINTR)
        ;
    if (!localtime_r(&now, &parts) || pipe(ends) != 0 ||
        fstat(ends[0], &status) != 0 || strftime(text, sizeof text, "%F", &parts) == 0)
        return 1;
    FD_ZERO(&readable);
    FD_SET(0, &readable);
    if (select(2048, &readable, NULL, NULL, &limit) > 0 || poll(waited, 2, 10) > 0)
        printf("%d\n", parts.tm_hour);
    return close(ends[0]) + close(ends[1]);
}
