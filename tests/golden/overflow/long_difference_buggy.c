long long nondet_longlong(void);
int main(void)
{
    long long a = nondet_longlong(), b = nondet_longlong();
    if (a < 0 && b >= 0) return a - b > 0;
    return 0;
}
