/* One of the properties has nothing to check. */
int x;
int main(void)
{
    x = 1;
    return 0;
}
