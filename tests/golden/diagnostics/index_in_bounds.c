int a[3];
volatile int i;
int main(void)
{
    a[i] = 1;
    i++;
    return 0;
}
