/* A variable of the environment may be set, another not. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(!getenv("TRACE") || getenv("QUIET"));
    return 0;
}
