int a[4];
int main(void)
{
    int *p = a;
    return p[4];
}
