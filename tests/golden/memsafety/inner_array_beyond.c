extern int __VERIFIER_nondet_int(void);
struct { int a[4], b[4]; } s;
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i == 2 || i == 8) s.a[i] = 1;
    return 0;
}
