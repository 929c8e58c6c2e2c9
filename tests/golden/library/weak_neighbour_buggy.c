/* What is written behind a variable place may reach the next member. */
#include <assert.h>
#include <string.h>
#include <unistd.h>

static struct s {
    char a[16];
    int x;
    char b[8];
} s;

int main(int argc, char **argv)
{
    size_t off = (size_t)argc % 16, length = (size_t)argc / 16 % 8;
    s.x = 5;
    read(0, (char *)&s + off, length);
    assert(s.x == 5);
    return 0;
}
