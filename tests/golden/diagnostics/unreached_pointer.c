/* The assertion is not evaluated: a pointer that has no target is used before. */
#include <assert.h>
int main(void)
{
    int *p;
    *p = 3;
    assert(0);
}
