/* %hhn keeps the lowest byte of the count only. */
#include <assert.h>
#include <stdio.h>

signed char byte = 1;
long word = -1;

int main(void)
{
    fprintf(stderr, "0123456789%hhn%ln", &byte, &word);
    assert(byte != 10 || word != 10);
}
