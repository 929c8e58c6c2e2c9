/* The sign bit of an initializer is lost before there is any code. */
int main(void)
{
    static int flag = 1 << 31;
    return flag == 0;
}
