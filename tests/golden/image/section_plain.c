/* Sections whose bounds nobody uses are nothing but places. */
#include <assert.h>

static int x __attribute__((section("placed"))) = 1;
static int y __attribute__((section(".data.hot"))) = 2;

int main(void)
{
    x++;
    assert(x == 2 && y == 2);
}
