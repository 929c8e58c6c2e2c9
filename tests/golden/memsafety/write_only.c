// Nobody reads the array.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[4], i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 4) a[i] = 1;
    return 0;
}
