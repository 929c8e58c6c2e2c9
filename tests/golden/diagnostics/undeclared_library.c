/* Without its header, a function of the library is declared nowhere, and a linker finds it. One that is declared may be
 * anywhere, in whichever style it is declared. */
int elsewhere();
int main(void)
{
    int x = lgamma_r(3) + gnu_get_libc_version() + __VERIFIER_nondet_int() + elsewhere(x);
    exit(x);
}
