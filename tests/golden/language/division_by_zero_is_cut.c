#include <assert.h>
volatile int i, j;
int main(void)
{
    j = 0;
    i = 5 / j;
    assert(0);
}
