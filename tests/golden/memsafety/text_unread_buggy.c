#include <stdio.h>

/* Where nothing is read there may be no end. */
int main(void)
{
    char line[128];
    fgets(line, sizeof line, stdin);
    return fputs(line, stdout);
}
