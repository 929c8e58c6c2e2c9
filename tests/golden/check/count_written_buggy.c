/* printf writes through %n. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 0;
    printf("a%%%c%n", 'b', &x);
    assert(x != 3);
}
