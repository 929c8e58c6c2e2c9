/* Of the values of a function that calls itself nothing is known behind the call. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int depth;
int walk(int n)
{
    int mine = n;
    if (n < 40 && n >= 0) walk(n + 1);
    assert(mine == n);
    return mine;
}
int main(void)
{
    assert(depth == 0);
    walk(0);
}
