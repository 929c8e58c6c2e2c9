/* With -fwrapv sums wrap around, as the language then says. */
int nondet_int(void);
int main(void)
{
    return nondet_int() + nondet_int();
}
