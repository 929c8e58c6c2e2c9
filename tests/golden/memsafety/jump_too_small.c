#include <setjmp.h>
#include <stdlib.h>
int main(void)
{
    void *b = malloc(8);
    setjmp(b);
    free(b);
    return 0;
}
