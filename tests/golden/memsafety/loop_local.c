// The pointer may be to the variable of the round before, which exists no more: not known.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0;
    while (__VERIFIER_nondet_int()) {
        int x;
        if (p) *p = 1;
        p = &x;
    }
    return 0;
}
