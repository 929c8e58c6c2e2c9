int nondet_int(void);
int main(void)
{
    switch (nondet_int()) {
    case 3 << 30: return 1;
    default: return 0;
    }
}
