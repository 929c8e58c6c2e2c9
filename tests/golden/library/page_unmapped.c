/* The write stops the program: neither is it valid, nor does anything behind it happen. */
#include <assert.h>
#include <sys/mman.h>

_Alignas(4096) static char page[4096];

int main(void)
{
    munmap(page, sizeof page);
    page[0] = 1;
    assert(page[0] == 0);
}
