// Texts of the library's: that of the environment, if there is one, has an end, and so has that of an error.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const char *home = getenv("DEMO_HOME");
    char start[16] = "";
    if (home && home[0] == '/') printf("in %s\n", home);
    if (home) strncpy(start, home, sizeof start - 1);
    int level = home ? atoi(home) : 0;
    if (level < 0) fprintf(stderr, "%s: %s\n", strsignal(level) ? "signal" : "none", strerror(errno));
    return start[0] == 'x';
}
