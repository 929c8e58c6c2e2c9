// Where the text ends is not known.
#include <stdio.h>
char a[8];
int main(void)
{
    puts(a);
    return 0;
}
