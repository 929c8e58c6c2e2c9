/* Not modelled: memory that is given again in another size. What is freed last matters, too. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    void *p = malloc(4), *q = malloc(8);
    if (p && q) assert(p != q);
    free(p);
    return 0;
}
