/* What functions of the library return lies in a range, which C, POSIX or their arguments say. */
#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char b[64];
    size_t most = (size_t)argc % sizeof b;
    struct pollfd p[2] = {{0, POLLIN, 0}, {1, POLLIN, 0}};
    struct epoll_event e[8];
    ssize_t n = read(0, b, most), m = recv(0, b, sizeof b, 0), w = write(1, b, sizeof b);
    assert(n >= -1 && n <= (ssize_t)most && m >= -1 && m <= 64 && w <= 64);
    assert(fread(b, 4, 16, stdin) <= 16);
    int c = getchar(), ready = poll(p, 2, 100), events = epoll_wait(3, e, 8, 100);
    assert(c >= EOF && c <= 255 && ready <= 2 && events >= -1 && events <= 8);
    assert(sleep(3) <= 3 && close(1) <= 0 && close(1) >= -1);
    assert(lrand48() >= 0 && sysconf(_SC_NPROCESSORS_ONLN) >= -1);
    return 0;
}
