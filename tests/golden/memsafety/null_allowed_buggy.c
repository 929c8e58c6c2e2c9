// It has none for others.
#include <stdio.h>
int main(int argc, char **argv)
{
    (void)argv;
    const char *name = argc > 1 ? "copy" : NULL;
    perror(name);
    puts(name);
    return 0;
}
