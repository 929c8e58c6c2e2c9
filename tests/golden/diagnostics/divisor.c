volatile int a, b;
int main(void)
{
    a = b;
    b = 3;
    a = a / b;
    return 0;
}
