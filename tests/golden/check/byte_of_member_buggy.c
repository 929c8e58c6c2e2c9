/* The same in a member, through a variable. */
#include <assert.h>

extern unsigned char any(void);

static struct {
    struct {
        char head[4];
        int k;
    } m;
    int z;
} s;

int main(void)
{
    char *p = (char *)&s.m;
    s.m.k = 7;
    p[any() & 7] = 0;
    assert(s.m.k == 7);
    return 0;
}
