/* A format that is not constant may write. */
#include <assert.h>
#include <stdio.h>

char text[8];
int x = 1;

int main(int argc, char **argv)
{
    (void)argv;
    text[0] = (char)argc;
    printf(text, &x);
    assert(x == 1);
}
