/* Two descriptors that are open are two; what is closed gives nothing. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c = 0;
    int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
    if (a < 0 || b < 0) return 1;
    assert(a != b);
    close(a);
    assert(read(a, &c, 1) < 0);
    return 0;
}
