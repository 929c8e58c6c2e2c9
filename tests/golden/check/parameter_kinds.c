/* Parameters that reach their storage in other ways than by one store: _Bool in one bit, structs in registers, in parts or
 * copied. A function that is called in a loop finds in them what it is called with. */
#include <assert.h>

struct two {
    int a, b;
};

struct three {
    int a, b, c;
};

struct wide {
    long a, b;
};

struct large {
    int a[5];
};

static int sum(struct two t, _Bool one, struct three u, struct large g, struct wide w, unsigned char c)
{
    return t.a + t.b + one + u.c + g.a[4] + (int)w.b + c;
}

int main(void)
{
    struct two t = {1, 2};
    struct three u = {1, 2, 3};
    struct large g = {{1, 2, 3, 4, 5}};
    struct wide w = {1, 9};
    for (int i = 0; i < 3; i++) {
        int r = sum(t, 1, u, g, w, 7);
        assert(r == 28);
    }
}
