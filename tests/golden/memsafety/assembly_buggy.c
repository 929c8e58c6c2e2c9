// Assembly that is known is checked as other accesses are.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p), old = 1;
    if (!p) return 0;
    __asm__ volatile("xchgl %0, %1" : "+r"(old), "+m"(*p) : : "memory");
    free(p);
    __asm__ volatile("lock incl %0" : "+m"(*p) : : "memory");
    return 0;
}
