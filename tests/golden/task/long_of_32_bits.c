/* Alone, on a 64-bit machine, the assertion fails; the task says that longs have 32 bits. */
#include <assert.h>

int main(void)
{
    assert(sizeof(long) == 4);
    return 0;
}
