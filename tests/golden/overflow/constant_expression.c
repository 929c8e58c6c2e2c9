/* Folded by the compiler: nothing is left of it to check. */
int main(void)
{
    return 2147483647 + 1;
}
