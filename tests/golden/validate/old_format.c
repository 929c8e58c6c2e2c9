/* Entries of version 0.1, one for each invariant, and a certificate of another tool, which says nothing here. */
#include <assert.h>

int main(void)
{
    int x = 40;
    while (x > 0)
        x--;
    assert(x == 0);
    return 0;
}
