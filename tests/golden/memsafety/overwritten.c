// Lost, but some other thread could still point to it: not known.
#include <stdlib.h>
int *p;
int main(void)
{
    p = malloc(sizeof *p);
    p = 0;
    return 0;
}
