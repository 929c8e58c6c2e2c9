/* What the library allocates is not followed: that it is lost is not noticed, and not denied. */
#include <string.h>
int main(void)
{
    char *p = strdup("a");
    p = 0;
    return p != 0;
}
