/* Memory that is given again holds nothing of what it held. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 7;
    free(p);
    int *q = malloc(sizeof *q);
    if (!q || q != p) return 0;
    assert(*q == 7);
    return 0;
}
