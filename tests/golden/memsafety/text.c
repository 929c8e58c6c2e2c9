// The text has an end in its last byte at the latest.
#include <stdio.h>
char a[8];
int main(void)
{
    puts(a);
    return 0;
}
