/* One number behind the table. */
static long table[4][6];

int main(void)
{
    long *p = &table[0][0], sum = 0;
    for (int i = 0; i <= 24; i++)
        sum += p[i];
    return sum != 0;
}
