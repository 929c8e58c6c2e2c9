#include <assert.h>
unsigned char a;
int main(void)
{
    assert(a == 0);
    a = 1;
}
