/* A text of any length is read. */
#include <stdio.h>

int main(void)
{
    char text[8];
    return scanf("%s", text) != 1;
}
