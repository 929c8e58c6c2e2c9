#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    __asm__ volatile("btsl $1, %0" : "=m"(*p));
    return 0;
}
