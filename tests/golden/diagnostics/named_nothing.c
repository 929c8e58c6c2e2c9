/* Asked by name of a program without assertions. */
int x;
int main(void)
{
    x = 1;
    return 0;
}
