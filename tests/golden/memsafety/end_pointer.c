// An address behind the last element is computed and not used.
int a[4];
int main(void)
{
    int sum = 0;
    for (int *p = a; p < a + 4; p++) sum += *p;
    return sum;
}
