/* A table is filled from its first number on, whatever its rows; and a row from another one's number. */
#include <assert.h>

extern unsigned char any(void);

static int table[3][4], cube[2][3][4];

static void fill(int *p, int n, int value)
{
    for (int i = 0; i < n; i++)
        p[i] = value;
}

int main(void)
{
    unsigned char at = any() % 12;
    int *p = &table[1][2];
    fill(&table[0][0], 12, 3);
    assert(table[2][3] == 3);
    p[at - 6] = 5;
    assert(table[at / 4][at % 4] == 5);
    assert(at == 7 || table[1][3] == 3);
    fill(&cube[0][2][0], 8, 1);
    assert(cube[1][0][3] == 1 && cube[1][1][0] == 0 && cube[0][1][3] == 0);
    return 0;
}
