/* The library keeps there what it likes. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int flags = stdout->_flags;
    puts("ready");
    assert(stdout->_flags == flags);
    return 0;
}
