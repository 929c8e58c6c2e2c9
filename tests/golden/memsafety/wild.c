// A pointer is used before it is set.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x, *p;
    if (__VERIFIER_nondet_int()) p = &x;
    *p = 1;
    return 0;
}
