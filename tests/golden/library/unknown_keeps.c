/* What it cannot reach it leaves as it is. */
#include <assert.h>

void use(int *);
static int y;

int main(void)
{
    int x = 0, z = 1;
    use(&x);
    assert(y == 0 && z == 1);
}
