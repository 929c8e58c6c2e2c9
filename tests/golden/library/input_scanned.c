/* Two numbers are read. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int width = 0, height = 0;
    if (scanf("%d %d", &width, &height) != 2) return 1;
    assert(width <= 0 || height != 2 * width);
    return 0;
}
