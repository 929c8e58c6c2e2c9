#include <assert.h>

int main(void)
{
    int x = 2;
    assert(x == 1 + 1);
    return 0;
}
