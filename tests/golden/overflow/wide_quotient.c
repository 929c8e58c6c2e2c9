/* As in wide_sum.c: the least number divided by -1. */
int main(void)
{
    __int128 least = (__int128)((unsigned __int128)1 << 127);
    __int128 quotient = least / -1;
    return quotient == 0;
}
