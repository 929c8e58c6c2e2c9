static int *local(void)
{
    int x = 3, *p = &x;
    return p;
}
int main(void) { return *local(); }
