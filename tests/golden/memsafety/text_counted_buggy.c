/* What %n writes is no text. */
#include <stdio.h>
int main(void)
{
    char small[2] = "";
    return printf("text%n\n", (int *)small);
}
