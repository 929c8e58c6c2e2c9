/* Two arguments may be two words. */
#include <assert.h>
#include <string.h>

int main(int count, char **arguments)
{
    if (count < 3) return 1;
    assert(strcmp(arguments[1], "-a") != 0 || strcmp(arguments[2], "-b") != 0);
    return 0;
}
