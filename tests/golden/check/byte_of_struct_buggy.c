/* A byte of a structure that is named by a cast may lie behind the array that the structure begins with. */
#include <assert.h>

extern unsigned char any(void);

static struct {
    char head[40];
    short z;
    char tail[8];
} s;

int main(void)
{
    s.tail[1] = 3;
    ((char *)&s)[any() % 50] = 0;
    assert(s.tail[1] == 3);
    return 0;
}
