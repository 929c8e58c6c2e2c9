/* The last number is set, from behind the last row. */
#include <assert.h>

extern unsigned char any(void);

static int table[4][10];

int main(void)
{
    unsigned row = any() % 5;
    int *end = table[row];
    if (row > 0) end[-1] = 5;
    assert(table[3][9] == 0);
    return 0;
}
