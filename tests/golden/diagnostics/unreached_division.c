/* The assertion is not evaluated: dividing by zero is undefined. */
#include <assert.h>
int y, z;
int main(void)
{
    z = 0;
    y = 5 / z;
    assert(0);
}
