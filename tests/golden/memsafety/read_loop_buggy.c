/* A buffer that is full has no room for the end of its text. */
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static struct connection {
    int fd;
    size_t used;
    char in[256];
} c;

int main(void)
{
    char line[32];
    ssize_t n;
    while ((n = read(0, line, sizeof line - 1)) > 0) {
        line[n] = 0;
        puts(line);
    }
    for (;;) {
        ssize_t k = recv(c.fd, c.in + c.used, sizeof c.in - c.used, 0);
        if (k <= 0) break;
        c.used += (size_t)k;
        c.in[c.used] = 0;
    }
    return 0;
}
