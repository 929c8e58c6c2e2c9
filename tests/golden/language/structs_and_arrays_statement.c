#include <assert.h>
#include <string.h>
struct P {
    int x;
    short y[2];
};
struct P g = {1, {2, 3}}, h[3];
int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
volatile int one = 1;
int main(void)
{
    struct P l = g;
    assert(l.x == 1 && l.y[1] == 3);
    l.y[0] = 9;
    h[one] = l;
    assert(h[1].y[0] == 9 && h[0].y[0] == 0);
    h[one + 1].x = 4;
    assert(h[2].x == 4 && h[1].x == 1);
    assert(m[one][2] == 6);
    m[one][one] = 8;
    assert(m[1][1] == 8 && m[0][1] == 2);
    memset(&l, 0, sizeof l);
    assert(l.x == 0 && l.y[0] == 0);
    return 0;
}
