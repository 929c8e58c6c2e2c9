#include <assert.h>

/* Headers make words of the language their own. */
#define inline inline
#define __inline__ __inline

static int bonus(int n)
{
    return n + 1;
}

inline int twice(int n)
{
    return bonus(n) * 2;
}

__inline__ int thrice(int n)
{
    return n * 3;
}

int main(void)
{
    assert(twice(1) == 4 && thrice(2) == 6);
}
