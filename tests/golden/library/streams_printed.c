/* The streams are objects of the library, and texts that are constant have an end. */
#include <stdio.h>

int main(int count, char **arguments)
{
    (void)arguments;
    fprintf(stderr, "%d arguments\n", count);
    puts(count > 1 ? "some" : "none");
    fputs("done\n", stdout);
    return 0;
}
