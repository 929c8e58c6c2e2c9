/* A long is read into an int at the end of its object. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *n = malloc(sizeof *n);
    if (scanf("%ld", (long *)n) != 1) *n = 1;
    free(n);
    return 0;
}
