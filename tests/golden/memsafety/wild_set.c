extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x, y, *p = &y;
    if (__VERIFIER_nondet_int()) p = &x;
    *p = 1;
    return 0;
}
