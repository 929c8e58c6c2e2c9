// Beyond the inner array, but inside of the object: no violation, and not modelled.
extern int __VERIFIER_nondet_int(void);
struct { int a[4], b[4]; } s;
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 8) s.a[i] = 1;
    return 0;
}
