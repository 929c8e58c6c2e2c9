// Two generators, of which one has drawn once more, differ.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    unsigned s = 1, t = 1;
    rand_r(&s);
    int a = rand_r(&s), b = rand_r(&t);
    assert(a == b);
    return 0;
}
