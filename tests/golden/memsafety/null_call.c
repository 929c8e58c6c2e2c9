extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
int (*f)(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 1) f = one;
    if (n == 2) f = two;
    return f();
}
