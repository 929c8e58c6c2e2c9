int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    if (x < 0 || x > 31) return 0;
    return 1 << x;
}
