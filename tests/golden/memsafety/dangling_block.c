int main(void)
{
    int *p;
    {
        int x = 3;
        p = &x;
        *p = 4;
    }
    return *p;
}
