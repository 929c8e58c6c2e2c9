/* Time may pass. */
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t start = time(0);
    time_t now = time(0);
    assert(now - start < 3);
    return 0;
}
