// Bits are counted from 1.
#include <assert.h>
#include <strings.h>

int main(void)
{
    int bits = 12;
    assert(ffs(bits) == 2);
}
