/* snprintf writes its buffer: it does not stay empty. */
#include <assert.h>
#include <stdio.h>

struct line {
    int before;
    char text[4];
    int after;
} l = {1, "", 2};

int main(int argc, char **argv)
{
    (void)argv;
    snprintf(l.text, sizeof l.text, "%d", argc);
    assert(l.text[0] == 0);
}
