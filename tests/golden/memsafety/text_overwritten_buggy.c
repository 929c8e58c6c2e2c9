#include <stdio.h>
#include <string.h>

/* What snprintf has ended has no end any more. */
int main(int argc, char **argv)
{
    char buffer[8];
    snprintf(buffer, sizeof buffer, "%s", argc > 1 ? argv[1] : "");
    memset(buffer, ' ', sizeof buffer);
    return puts(buffer);
}
