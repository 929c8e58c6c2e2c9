/* An array of one character at the end may be the beginning of more, which text may be written to. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct line {
    int number;
    char text[1];
};

int main(int argc, char **argv)
{
    struct line *l = malloc(sizeof *l + 24);
    if (!l) return 1;
    l->text[2] = 1;
    strcpy(l->text, argv[0]);
    assert(l->text[2] == 1);
}
