/* Declared nowhere, and defined further below. */
#include <assert.h>
int main(void)
{
    assert(two() == 2);
    return 0;
}
int two() { return 2; }
