/* What atexit is told about runs when main has returned, whose locals are no more. */
#include <stdlib.h>
int *p;
static void last(void) { *p = 1; }
int main(void)
{
    int x = 0;
    p = &x;
    atexit(last);
    return x;
}
