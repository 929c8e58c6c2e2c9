#include <assert.h>
unsigned char a, b = 0;
static unsigned char c;
static unsigned char d = 0;

int main(void)
{
    assert(a == 0);
    a = b = c = d = 1;
    return 0;
}
