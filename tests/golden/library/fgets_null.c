/* Input ends. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[10];
    int x = 0;
    if (!fgets(line, sizeof line, stdin)) x = 1;
    assert(x == 0);
}
