/* -3 * x for the largest interval where it fits. */
int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    if (x < -715827882 || x > 715827882) return 0;
    return x * -3;
}
