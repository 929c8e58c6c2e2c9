/* Memory that is in use is never given again, and freed memory to one only. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (!p || !q) return 0;
    assert(p != q);
    free(p);
    int *r = malloc(sizeof *r), *s = malloc(sizeof *s);
    if (!r || !s) return 0;
    assert(r != q && s != q && r != s);
    assert(r != p || s != p);
    free(0);
    free(r == p ? q : 0);
    int *t = malloc(sizeof *t);
    if (!t) return 0;
    assert(t != r && t != s && (t != q || r == p));
    return 0;
}
