/* An argument may be one word or another, and never both. */
#include <assert.h>
#include <string.h>

int main(int count, char **arguments)
{
    if (count < 2) return 1;
    assert(strcmp(arguments[1], "-a") != 0 || strcmp(arguments[1], "-b") != 0);
    return 0;
}
