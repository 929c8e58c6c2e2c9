/* Where seconds have 32 bits, a clock may fail: the time does not fit. */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec t = {0, -1};
    if (clock_gettime(CLOCK_MONOTONIC, &t) == 0) assert(t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
    return 0;
}
