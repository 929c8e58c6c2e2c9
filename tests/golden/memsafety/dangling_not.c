static int *first(int *a) { return a; }
static int use(void)
{
    int x[2] = {1, 2};
    return *first(x);
}
int main(void) { return use(); }
