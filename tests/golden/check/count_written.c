/* printf writes through %n, and nothing else. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 0, y = 5;
    printf("abc%*d%n%s%%n", y, y, &x, "%n");
    x = 1;
    assert(x == 1 && y == 5);
}
