/* What is typed may be any line. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[40];
    if (!fgets(line, sizeof line, stdin)) return 1;
    assert(atoi(line) != 17);
    return 0;
}
