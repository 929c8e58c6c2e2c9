/* A line ends at its end: what stood behind it stays. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[40] = {0};
    if (!fgets(line, sizeof line, stdin)) return 1;
    assert(line[0] != '\n' || line[2] == 0);
    return 0;
}
