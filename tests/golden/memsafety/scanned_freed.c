/* A number is read into memory that is freed. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *n = malloc(sizeof *n);
    free(n);
    return scanf("%d", n) != 1;
}
