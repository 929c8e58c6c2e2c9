/* Copying within a shared object: all is read before anything is written. */
#include <assert.h>
#include <string.h>

int g[3] = {0, 1, 2};

int main(void)
{
    memmove(&g[1], &g[0], 2 * sizeof(int));
    assert(g[2] == 0);
}
