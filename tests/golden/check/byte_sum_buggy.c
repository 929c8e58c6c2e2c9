/* Bytes are read, too, behind the array that the structure begins with. */
#include <assert.h>
#include <stddef.h>

static struct {
    char head[4];
    int last;
} s;

int main(void)
{
    unsigned sum = 0;
    s.last = 3;
    for (size_t i = 0; i < sizeof s; i++)
        sum += ((unsigned char *)&s)[i];
    assert(sum == 0);
    return 0;
}
