/* One store changes several variables, or parts of them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
union {
    struct {
        int a, b;
    } s;
    long long both;
} u;
int main(void)
{
    u.s.a = 1;
    u.s.b = 2;
    u.both = 0;
    assert(u.s.b == 2);
}
