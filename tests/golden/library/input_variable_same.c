/* A variable of the environment is the same when it is asked for again. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *first = getenv("TRACE");
    assert(first || !getenv("TRACE"));
    return 0;
}
