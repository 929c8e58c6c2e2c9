/* Another file may have set the pointer to `x`, but not to what is static. */
#include <assert.h>

extern int *current;
int x;
static int y;

int main(void)
{
    if (current) *current = 1;
#ifdef STATIC
    assert(y == 0);
#else
    assert(x == 0);
#endif
    return y;
}
