#include <stdio.h>
#include <string.h>

/* strncpy writes no end behind a long text. */
int main(int argc, char **argv)
{
    char path[64];
    strncpy(path, argc > 1 ? argv[1] : "", sizeof path);
    return puts(path);
}
