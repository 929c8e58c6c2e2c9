int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    if (x < -715827882 || x > 715827883) return 0;
    return x * -3;
}
