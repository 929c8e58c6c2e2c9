#include <stdlib.h>
static int compare(const void *a, const void *b)
{
    (void)a;
    (void)b;
    return 0;
}
int main(void)
{
    int a[4] = {3, 2, 1, 0};
    qsort(a, 5, sizeof *a, compare);
    return 0;
}
