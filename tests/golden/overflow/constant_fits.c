/* Constants of all kinds that do not overflow. */
#include <limits.h>
#define HALF (INT_MIN / 2)
enum { FLAG = 1 << 30, REST = INT_MIN % 7 };
static int shares = INT_MIN / 1, least = HALF, size = sizeof(int) == 4 ? 3 << 2 : 0;
static int numbers[5 % 3] = {INT_MAX / -1, -7 / -1};
static unsigned high = 1u << 31;
int main(void)
{
    static long wide = 1L << 40;
    (void)(INT_MAX / -1);
    return shares == least || numbers[1] == FLAG || size == REST || high == wide;
}
