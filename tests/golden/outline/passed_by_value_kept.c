/* What is passed stays as it is. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct big {
    int a[16];
    int x;
};
static int change(struct big b)
{
    b.x = 5;
    return b.x;
}
struct big g;
int main(void)
{
    change(g);
    assert(g.x == 0);
}
