// Nobody needs the value, but it is an access.
int a[4];
int main(void)
{
    int i = 4;
    (void)a[i];
    return 0;
}
