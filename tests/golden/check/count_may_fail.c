/* Output can fail, and %n then writes another number, or none. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 0;
    printf("abc%n", &x);
    assert(x != 4);
}
