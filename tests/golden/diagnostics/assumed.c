/* What a proof takes for granted about freed memory and traps is said in one note. */
#include <stdlib.h>

int main(int c, char **v)
{
    (void)v;
    if (c > 7) __builtin_trap();
    free(malloc(4));
    free(malloc(4));
    return 0;
}
