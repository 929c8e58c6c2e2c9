/* Two assertions in one line: the trace says which fails, and what the line did before. */
#include <assert.h>

int x, y;

int main(void)
{
    x++; assert(x == 1); assert(y == 1);
}
