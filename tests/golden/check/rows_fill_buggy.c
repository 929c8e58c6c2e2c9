/* One row too many. */
#include <assert.h>

static int cube[2][3][4];

static void fill(int *p, int n, int value)
{
    for (int i = 0; i < n; i++)
        p[i] = value;
}

int main(void)
{
    fill(&cube[0][2][0], 9, 1);
    assert(cube[1][1][0] == 0);
    return 0;
}
