#include <assert.h>
volatile int n = 2;
int main(void)
{
    for (int i = 0; i < n; i++) {
        unsigned char k;
        if (i == 1)
            assert(k == 7);
        k = 7;
    }
    return 0;
}
