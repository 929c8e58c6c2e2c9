/* Likewise when the addresses are kept as integers, from a call that is executed twice. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t make(void)
{
    int *p = malloc(sizeof *p);
    uintptr_t address = (uintptr_t)p;
    free(p);
    return address;
}

int main(void)
{
    uintptr_t first = make(), second = make();
    if (!first) return 0;
    assert(first != second);
    return 0;
}
