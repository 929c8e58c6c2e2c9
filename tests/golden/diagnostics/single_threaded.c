/* The library says there whether threads were started. */
#include <assert.h>
#include <sys/single_threaded.h>

int main(void)
{
    assert(__libc_single_threaded);
    return 0;
}
