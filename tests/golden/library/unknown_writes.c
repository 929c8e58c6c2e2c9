/* A function without a body writes what it can reach, also through pointers in what it is given. */
#include <assert.h>

struct box {
    int *p;
};

void use(struct box *);

int main(void)
{
    int x = 0;
    struct box b = {&x};
    use(&b);
    assert(x == 0);
}
