/* An access through a pointer to which nothing known is assigned. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
int *get(void);
int *p;
int main(void)
{
    if (p) *p = 1;
    assert(x == 0);
}
