int nondet_int(void);
int main(void)
{
    int x = nondet_int(), y = nondet_int();
    if (y == 0) return 0;
    return x / y;
}
