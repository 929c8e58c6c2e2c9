/* One text is one number, and what it begins with is what was read: neither may be told as a violation. */
#include <assert.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    if (count < 2) return 1;
    assert(atoi(arguments[1]) == atoi(arguments[1]));
    assert(arguments[1][0] != 'n' || atoi(arguments[1]) == 0);
    return 0;
}
