extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error()
{
}
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(c > 3);
    if (c < 4)
        reach_error();
    return 0;
}
