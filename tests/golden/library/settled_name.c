/* The name that was asked for may change afterwards: the other variable is another one, and the same one is the same. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char name[] = "A";
    char *first = getenv(name);
    name[0] = 'B';
    assert(getenv("A") == first);
    return 0;
}
