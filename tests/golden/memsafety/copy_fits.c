#include <string.h>
char a[8], b[9];
int main(void)
{
    memcpy(a, b, 8);
    memset(b + 1, 0, 8);
    return 0;
}
