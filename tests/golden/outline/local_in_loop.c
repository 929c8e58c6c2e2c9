/* A local of a loop is arbitrary in each round. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int get(void);
int main(void)
{
    int last = 0;
    for (int i = 0; i < 3; i++) {
        int x;
        if (i == 0) x = 1;
        if (i == 1) assert(x == 1);
        last = x;
    }
    return last;
}
