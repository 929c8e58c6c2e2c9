/* malloc may give freed memory again, so that a pointer that was kept is equal to a new one. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    int *q = malloc(sizeof *q);
    if (!q) return 0;
    assert(q != p);
    return 0;
}
