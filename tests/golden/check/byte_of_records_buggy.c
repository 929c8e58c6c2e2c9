/* A byte of an array of structures, named by a cast, may lie in the number of any of them. */
#include <assert.h>

extern unsigned char any(void);

static struct {
    struct {
        char head[4];
        int k;
    } list[4];
    int z;
} s;

int main(void)
{
    char *p = (char *)s.list;
    s.list[1].k = 5;
    p[any() % 32] = 0;
    assert(s.list[1].k == 5);
    return 0;
}
