#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    __asm__ volatile("movl $1, %0" : "=m"(*p));
    return 0;
}
