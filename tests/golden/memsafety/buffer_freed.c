#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    char *p = malloc(100);
    free(p);
    read(0, p, 100);
    return 0;
}
