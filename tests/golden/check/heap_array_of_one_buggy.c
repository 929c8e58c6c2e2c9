/* The same, with an assertion that fails. */
#include <stdlib.h>
#include <assert.h>
struct p {
    int x, y;
};
static struct p *mk(int n)
{
    struct p *a = calloc(n, sizeof *a);
    if (!a) abort();
    for (int i = 0; i < n; i++) {
        a[i].x = i;
        a[i].y = 5;
    }
    return a;
}
static int sum(const struct p *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i].y;
    return s;
}
int main(void)
{
    struct p *a = mk(1);
    struct p l = {1, 2};
    assert(sum(a, 1) == 5);
    assert(sum(&l, 1) == 2);
    assert(sum(&l, 1) == 3);
    free(a);
    return 0;
}
