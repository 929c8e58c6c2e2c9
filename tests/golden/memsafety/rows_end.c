/* The row behind the last one is no row, but what lies before it is the table's. */
extern unsigned char any(void);

static long table[4][6];

int main(void)
{
    unsigned row = any() % 5;
    long *end = table[row], sum = 0;
    if (row > 0) sum += end[-1];
    return sum != 0;
}
