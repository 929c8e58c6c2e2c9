#include <stdio.h>
int main(void)
{
    puts("text");
    printf("%d\n", 1);
    return 0;
}
