/* The page is zero afterwards. */
#include <assert.h>
#include <sys/mman.h>

_Alignas(4096) static char page[4096];

int main(void)
{
    page[0] = 7;
    madvise(page, sizeof page, ADVICE);
    assert(page[0] == 7);
}
