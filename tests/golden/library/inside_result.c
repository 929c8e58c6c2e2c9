/* What a function gives may be an address inside of what it was given. */
#include <assert.h>

int *find(int *);

int main(void)
{
    int a[10] = {0};
    int *p = find(a), *q = find(a + 1);
    a[3] = 0;
    if (p) *p = 1;
    assert(a[3] == 0 || q != p);
}
