/* What realloc adds is arbitrary, whatever the old memory held. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(1, sizeof *p);
    if (!p) return 0;
    int *q = realloc(p, 2 * sizeof *p);
    if (!q) return 0;
    assert(q[0] == 0);
    assert(q[1] == 0);
}
