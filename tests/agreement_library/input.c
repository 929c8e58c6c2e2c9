/* Functions of the library that give input, as a hostile world gives it: each value that POSIX allows may come, and
 * what must be consistent within a run is (a variable of the environment, what a descriptor is, how many processors).
 */
#define RT_IMPLEMENTATION
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "agreement_library/runtime.h"
#include "agreement_library/schedule.h"

static const unsigned char bytes[] = {'0', '1', '2', '3', '-', 'v', 'x', ' ', '\n', 255, 128, 1};
static bool has_ended; /* standard input, for good */

static unsigned char any_byte(void) { return bytes[rt_random(sizeof bytes)]; }

static int fail(void)
{
    static const int numbers[] = {1, 2, 4, 11, 12, 24, 133};
    *rt_errno() = numbers[rt_random(7)];
    return -1;
}

int rt_getchar(void)
{
    schedule_point();
    has_ended |= rt_random(8) == 0;
    return has_ended ? EOF : any_byte();
}

/* A line, or what there is room for. */
char *rt_fgets(char *to, int n)
{
    schedule_point();
    has_ended |= rt_random(6) == 0;
    if (has_ended) return NULL;
    int length = 1 + (int)rt_random((unsigned)n - 1);
    rt_access(to, (size_t)length + 1, ACCESS_WRITE);
    for (int i = 0; i < length; i++)
        do
            to[i] = (char)any_byte();
        while (to[i] == '\n');
    if (length < n - 1 || rt_random(2)) to[length - 1] = '\n';
    to[length] = 0;
    return to;
}

long rt_read(char *to, size_t n)
{
    schedule_point();
    unsigned got = rt_random((unsigned)n + 2);
    if (got == n + 1) return fail();
    if (got) rt_access(to, got, ACCESS_WRITE);
    for (unsigned i = 0; i < got; i++)
        to[i] = (char)any_byte();
    return (long)got;
}

char *rt_getenv(void)
{
    static char texts[][12] = {"", "-v", "0", "1", "2", "3", "-1", "2147483647", "abc", "3x"};
    static int chosen = -1; /* of 10; 10: it is not set */
    if (chosen < 0) chosen = (int)rt_random(11);
    return chosen == 10 ? NULL : texts[chosen];
}

int rt_scan(int *to)
{
    schedule_point();
    has_ended |= rt_random(8) == 0;
    if (has_ended) return EOF;
    if (rt_random(4) == 0) return 0;
    rt_access(to, sizeof *to, ACCESS_WRITE);
    *to = rt_input();
    return 1;
}

int rt_fails(void)
{
    schedule_point();
    static int next = 3;
    return rt_random(2) ? next++ : fail();
}

int rt_access_file(void) { return rt_random(2) ? 0 : fail(); }

long rt_sysconf(void)
{
    static const long values[] = {1, 2, 3, 4, 64, LONG_MAX, -1};
    static int chosen = -1;
    if (chosen < 0) chosen = (int)rt_random(7);
    return values[chosen];
}

void *rt_fopen(void)
{
    static char stream[64];
    if (rt_random(2)) return stream;
    fail();
    return NULL;
}

int rt_isatty(void)
{
    static int chosen = -1;
    if (chosen < 0) chosen = (int)rt_random(2);
    return chosen;
}

int rt_rand(void)
{
    static const int values[] = {0, 1, 2, 3, INT_MAX};
    return values[rt_random(5)];
}
