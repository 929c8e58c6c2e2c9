/* What is computed with 128 bits is arbitrary; that a sum overflows must not be missed for that. */
int main(void)
{
    __int128 greatest = (__int128)(((unsigned __int128)1 << 127) - 1);
    __int128 sum = greatest + 1;
    return sum == 0;
}
