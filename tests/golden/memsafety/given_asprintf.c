#include <stdio.h>
int asprintf(char **, const char *, ...);
int main(void)
{
    char *p;
    asprintf(&p, "a");
    return 0;
}
