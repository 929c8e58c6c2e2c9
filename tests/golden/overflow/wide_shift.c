/* As in wide_sum.c: a shift by more than the width. */
int main(void)
{
    int amount = 200;
    __int128 one = 1, power = one << amount;
    return power == 0;
}
