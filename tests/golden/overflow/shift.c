/* Unsigned shifts do not overflow, nor do shifts to the right. */
int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    if (x < 0 || x > 30) return (1u << x) + (-8 >> x) > 0;
    return 1 << x;
}
