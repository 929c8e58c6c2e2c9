// Two generators with the same seed go on alike.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    unsigned s = 1, t = 1;
    for (int i = 0; i < 2; i++) {
        int a = rand_r(&s), b = rand_r(&t);
        assert(a == b);
    }
    return 0;
}
