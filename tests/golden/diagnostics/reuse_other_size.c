/* Not modelled: memory that is given again in another size. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    void *p = malloc(4);
    free(p);
    void *q = malloc(8);
    if (p && q) assert(p != q);
    return 0;
}
