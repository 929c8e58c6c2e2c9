/* In a buffer of the size that is told, it has one. */
#include <stdio.h>

int main(void)
{
    struct {
        char head[8], rest[8];
    } s;
    int *nothing = 0, length = 0;
    snprintf(s.head, sizeof s.head, "%d", getchar() + 10000);
    while (length < 8 && s.head[length])
        length++;
    if (length == 8) *nothing = 1;
    return 0;
}
