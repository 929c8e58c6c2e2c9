/* As in wide_sum.c: a product, in a loop. */
int main(void)
{
    __int128 power = 1;
    for (int i = 0; i < 140; i++) power = power * 2;
    return power == 0;
}
