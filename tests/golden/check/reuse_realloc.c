/* What realloc leaves is freed, when it does not fail. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    if (!p) return 0;
    *p = 5;
    int *bigger = realloc(p, 8);
    if (bigger) assert(*bigger == 5);
    int *q = malloc(4);
    if (!q) return 0;
    if (!bigger) assert(q != p);
    assert(q != p);
    return 0;
}
