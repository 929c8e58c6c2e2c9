/* A number of a table that is named by its first one may lie in another row. */
#include <assert.h>

extern unsigned char any(void);

static int rows[4][10];

int main(void)
{
    int *p = &rows[0][0];
    rows[1][0] = 5;
    p[any() % 40] = 0;
    assert(rows[1][0] == 5);
    return 0;
}
