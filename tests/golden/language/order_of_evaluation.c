#include <assert.h>
volatile int g = 5;
int inc(int *p)
{
    int o = *p;
    *p = o + 1;
    return o;
}
int twice(int n)
{
    if (n > 3)
        return n;
    return 2 * n;
}
int main(void)
{
    int x = 1, y, a[3] = {1, 2, 3}, *p = &x;
    y = x++;
    assert(y == 1 && x == 2);
    y = g + inc(&x);
    assert(y == 7 && x == 3);
    y = inc(&x) * 10 + inc(&x);
    assert(y == 34 && x == 5);
    y = twice(x) - twice(2);
    assert(y == 1);
    *p = 9;
    assert(x == 9);
    a[x - 8] += 5;
    assert(a[1] == 7 && a[0] == 1 && a[2] == 3);
    y = (x, g) ? inc(&a[0]) : 0;
    assert(y == 1 && a[0] == 2);
    y = x > 3 && g == 5 || a[0];
    assert(y == 1);
    for (int i = 0; i < 3; i++)
        y += a[i];
    assert(y == 13);
    return 0;
}
