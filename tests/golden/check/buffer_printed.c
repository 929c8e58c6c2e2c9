/* snprintf writes its buffer and nothing beside it. */
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
    assert(l.before == 1 && l.after == 2);
}
