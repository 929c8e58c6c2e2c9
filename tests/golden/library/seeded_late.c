// Without a seed rand begins as with 1.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int a = rand();
    srand(1);
    assert(a == rand());
    return 0;
}
