/* Only the variable without an initialiser is arbitrary, although the other one's name ends like its name. */
#include <assert.h>

static int x; static int max = 1;

int main(void)
{
    assert(max == 1);
    max = 2;
    assert(x != 5);
}
