/* A walk over a table stays in it although it leaves each row. */
extern unsigned char any(void);

static long table[4][6];

int main(void)
{
    long *p = &table[0][0], sum = 0;
    unsigned char from = any() % 4;
    for (int i = 0; i < 24; i++)
        sum += p[i];
    for (long *q = table[from]; q < &table[0][0] + 24; q++)
        sum += *q;
    return sum != 0;
}
