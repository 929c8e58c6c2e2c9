// The variable may not be there.
#include <stdlib.h>
int main(void)
{
    const char *level = getenv("DEMO_LEVEL");
    return level[0] == '1';
}
