int nondet_int(void);
int main(void)
{
    int x = nondet_int(), zero = 0;
    if (x < 32) return 0;
    return zero << x;
}
