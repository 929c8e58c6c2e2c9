#include <string.h>
char a[8], b[9];
int main(void)
{
    memcpy(a, b, 9);
    return 0;
}
