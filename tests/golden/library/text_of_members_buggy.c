/* A text that is written over two members need have no end in the first one. */
#include <stdio.h>

int main(void)
{
    struct {
        char head[4], rest[8];
    } s;
    int *nothing = 0, length = 0;
    snprintf((char *)&s, sizeof s, "%d", getchar() + 10000);
    while (length < 4 && s.head[length])
        length++;
    if (length == 4) *nothing = 1;
    return 0;
}
