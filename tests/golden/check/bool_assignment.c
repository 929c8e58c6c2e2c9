/* clang-19 compiles a second `|= 2` on an _Atomic _Bool to a loop without end: refused, not believed. */
#include <assert.h>

_Atomic _Bool flag;

int main(void)
{
    flag |= 2;
    flag |= 2;
    assert(0);
}
