/* The same of rows of an array: the byte may lie in another row. */
#include <assert.h>

extern unsigned char any(void);

static char rows[4][10];

int main(void)
{
    rows[1][0] = 5;
    ((char *)rows)[any() % 40] = 0;
    assert(rows[1][0] == 5);
    return 0;
}
