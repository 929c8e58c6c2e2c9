/* What is open to be written cannot be read. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c;
    int fd = open("log", O_WRONLY | O_CREAT, 0600);
    assert(read(fd, &c, 1) <= 0);
    return 0;
}
