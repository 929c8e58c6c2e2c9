#include <stdio.h>
int main(void)
{
    char c[2];
    scanf("%d", (int *)c);
    return 0;
}
