int nondet_int(void);
int main(void)
{
    return -nondet_int();
}
