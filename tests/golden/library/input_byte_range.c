/* What getchar gives is a byte, or EOF: nothing else, and never one that the input ended before. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    assert(c >= EOF && c < 256);
    return 0;
}
