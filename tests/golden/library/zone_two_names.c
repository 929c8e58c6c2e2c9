/* One variable by two names, which tzset writes. */
#include <assert.h>
#include <time.h>

extern int __daylight;

int main(void)
{
    daylight = 2;
    assert(__daylight == 2);
    tzset();
    assert(__daylight == 2);
    return 0;
}
