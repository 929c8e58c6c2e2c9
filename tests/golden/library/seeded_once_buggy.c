// Seeded once, rand may give any number: which, is the library's.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    srand(42);
    int a = rand() % 10;
    assert(a != 7);
    return 0;
}
