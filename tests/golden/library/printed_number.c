/* What a format makes is known. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char name[16];
    int n = snprintf(name, sizeof name, "t%d%s", 7, "a");
    assert(n != 3 || name[1] != '7' || name[2] != 'a');
    return 0;
}
