/* The same of lines of a table, and of what is read. */
#include <stdio.h>

int main(void)
{
    char lines[3][4];
    int *nothing = 0, length = 0;
    if (!fgets(lines[0], sizeof lines, stdin)) return 1;
    while (length < 4 && lines[0][length])
        length++;
    if (length == 4) *nothing = 1;
    return 0;
}
