/* The names of the linker for all data lead to every object. */
#include <assert.h>
#include <string.h>

extern char __bss_start[], _end[];
static int x;

int main(void)
{
    x = 1;
    memset(__bss_start, 0, (unsigned long)(_end - __bss_start));
    assert(x == 1);
}
