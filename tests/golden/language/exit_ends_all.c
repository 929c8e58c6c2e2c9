#include <stdlib.h>
#include <assert.h>
volatile int x;
int main(void)
{
    if (x == 0)
        exit(1);
    assert(0);
}
