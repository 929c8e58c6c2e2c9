/* The compiler was told not to know memcpy, which is still the library's here. */
#include <assert.h>
#include <string.h>
struct Pair {
    int a, b;
} from = {1, 2}, to;
int main(void)
{
    memcpy(&to, &from, sizeof to);
    memset(&from, 0, sizeof from);
    assert(to.b == 2 && from.a == 0);
}
