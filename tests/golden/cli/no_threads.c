#include <assert.h>

int main(void)
{
    assert(1 + 1 == 2);
    return 0;
}
