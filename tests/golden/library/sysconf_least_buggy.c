/* What the machine has is counted; the least of a type is not. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= -1);
    assert(sysconf(_SC_SCHAR_MIN) >= -1);
    return 0;
}
