/* Structures that functions of the library get are too small: poll gets one element more than there is. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec pause = {.tv_sec = 0, .tv_nsec = 20000000};
    struct timeval limit = {.tv_sec = 1, .tv_usec = 0};
    struct pollfd waited[2] = {{.fd = 0, .events = POLLIN}, {.fd = 1, .events = POLLOUT}};
    struct tm parts;
    fd_set readable;
    int ends[2];
    time_t now = time(NULL);
    while (nanosleep(&pause, &pause) != 0 && errno == EINTR)
        ;
    if (!localtime_r(&now, &parts) || pipe(ends) != 0)
        return 1;
    FD_ZERO(&readable);
    FD_SET(0, &readable);
    if (select(1, &readable, NULL, NULL, &limit) > 0 || poll(waited, 3, 10) > 0)
        printf("%d\n", parts.tm_hour);
    return close(ends[0]) + close(ends[1]);
}
