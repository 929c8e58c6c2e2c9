#include <stdlib.h>
int main(void)
{
    int a[2];
    free(a);
    return 0;
}
