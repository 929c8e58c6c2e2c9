/* Two seconds later the clock has gone on. */
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    sleep(2);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec > before.tv_sec);
    return 0;
}
