// What the program gives to putenv may come back from getenv: nothing is said of it.
#include <stdlib.h>
static char setting[] = "DEMO_LEVEL=1";
int main(void)
{
    putenv(setting);
    const char *level = getenv("DEMO_LEVEL");
    return level && level[3] == '1';
}
