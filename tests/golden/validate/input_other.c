/* No run has the value that the witness says. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k == 1234567)
        reach_error();
    return 0;
}
