/* A number made of an address is arbitrary; what is computed with it may overflow. */
#include <stdint.h>

int x;

int main(void)
{
    intptr_t number = (intptr_t)&x;
    number = number * 3;
    return number == 0;
}
