/* With base 0 a number that begins with 0 is octal: no error. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(strtol("010", 0, 0) == 8);
    return 0;
}
