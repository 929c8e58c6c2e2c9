/* With --entry a main that is there, for tests perhaps, is not the program: its assertion is none. Each kind of argument is any value. */
#include <assert.h>
#include <stdbool.h>

static _Atomic long all;

void add(long amount, char digit, bool negative, double factor)
{
    if (amount < 0 || amount > 100 || digit < '0' || digit > '9') return;
    (void)factor;
    all = negative ? 0 : amount + (digit - '0');
}

long get(void)
{
    long now = all;
    assert(now >= 0 && now <= 109);
    return now;
}

int main(void)
{
    assert(false);
}
