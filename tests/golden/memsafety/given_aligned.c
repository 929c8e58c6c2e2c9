#include <stdlib.h>
int main(void)
{
    void *p;
    if (posix_memalign(&p, 16, 16)) return 1;
    return 0;
}
