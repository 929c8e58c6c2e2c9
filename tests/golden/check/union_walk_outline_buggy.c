/* An outline, since the recursion is too deep, sees that a union is written through another member. */
#include <assert.h>

static union {
    struct {
        short first, middle[2], last;
    } part;
    short all[4];
} u;

static int deep(int n) { return n ? deep(n - 1) + 1 : 0; }

int main(void)
{
    short *p = u.all;
    u.part.last = 7;
    deep(20);
    for (int i = 0; i < 4; i++)
        *p++ = 0;
    assert(u.part.last == 7);
    return 0;
}
