#include <assert.h>
volatile int n = 4;
int pick(int k)
{
    switch (k) {
    case 1:
    case 2:
        return 10;
    case 3:
        k = 7;
    default:
        return k;
    case 9:
        break;
    }
    return -1;
}
int main(void)
{
    int s = 0, i = 0;
    do {
        if (i == 1)
            continue;
        s += i;
    } while (++i < n);
    assert(s == 5);
    assert(pick(2) == 10);
    assert(pick(3) == 7);
    assert(pick(9) == -1);
    assert(pick(8) == 8);
again:
    s--;
    if (s > 0)
        goto again;
    assert(s == 0);
    while (1) {
        if (i++ > 6)
            break;
    }
    assert(i == 8);
    return 0;
}
