int x = 1;
int main()
{
    x = 2;
    __CPROVER_assert(x == 2, "text");
    assert(x == 1);
}
