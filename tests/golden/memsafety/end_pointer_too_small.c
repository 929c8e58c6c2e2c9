#include <stdlib.h>
int main(void)
{
    int end[1];
    strtol("12", (char **)(void *)end, 10);
    return 0;
}
