/* What assembly outside of functions does is not looked at. */
#include <assert.h>

int x;

void set(void)
{
    x = 1;
}

__asm__(".section .init_array,\"aw\"\n.quad set\n.text");

int main(void)
{
    assert(x == 0);
}
