/* Behind a short text the last byte of a large array is what it was. */
#include <stdio.h>
int main(void)
{
    char buf[300];
    buf[299] = 'x';
    snprintf(buf, sizeof buf, "hi");
    if (buf[299] == 'x') return *(volatile int *)0;
    return 0;
}
