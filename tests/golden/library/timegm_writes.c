/* timegm brings what it is given into range. */
#define _DEFAULT_SOURCE
#include <assert.h>
#include <time.h>

int main(void)
{
    struct tm date = {.tm_year = 100, .tm_sec = 99};
    timegm(&date);
    assert(date.tm_sec == 99);
}
