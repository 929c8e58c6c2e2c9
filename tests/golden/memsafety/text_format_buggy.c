/* A format that is not known reads arguments that are not there, although it has an end. */
#include <stdio.h>
int main(int argc, char **argv)
{
    char buffer[32];
    snprintf(buffer, sizeof buffer, "%s", argc > 1 ? argv[1] : "");
    return printf(buffer);
}
