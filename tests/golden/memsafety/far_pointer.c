// An address outside of the object is computed and not used: no violation; where it leads is not modelled.
extern int __VERIFIER_nondet_int(void);
int a[4];
int *p;
int main(void)
{
    p = a + __VERIFIER_nondet_int();
    return 0;
}
