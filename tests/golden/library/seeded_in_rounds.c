// One call seeds twice with the length of the same text.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int first(const char *text)
{
    srand((unsigned)strlen(text));
    return rand();
}
int main(void)
{
    int drawn[2];
    for (int i = 0; i < 2; i++)
        drawn[i] = first("abc");
    assert(drawn[0] == drawn[1]);
    return 0;
}
