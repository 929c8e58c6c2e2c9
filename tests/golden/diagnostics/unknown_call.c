void tell(int);
int main(void)
{
    tell(3);
    return 0;
}
