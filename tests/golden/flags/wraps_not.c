/* gcc's order: the last of -fno-strict-overflow and -fno-wrapv counts. */
int largest = 2147483647;
int main(void)
{
    return largest + 1 < 0;
}
