/* The end of a wide text has four bytes. */
#include <stdio.h>
#include <wchar.h>
int main(void)
{
    char b[8] = "";
    b[0] = b[1] = b[4] = b[5] = 1;
    printf("%ls\n", (wchar_t *)b);
    return (int)wcslen((wchar_t *)b);
}
