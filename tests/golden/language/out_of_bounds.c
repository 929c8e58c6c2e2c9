#include <assert.h>
int a[3];
volatile int i = 3;
int main(void)
{
    a[i] = 1;
    assert(0);
    return 0;
}
