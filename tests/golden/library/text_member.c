/* Text that is written to a member leaves the members beside it alone, also behind an index. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    int before;
    char text[32];
    int after;
};

static struct {
    int pages;
    struct word table[10];
    int index;
} book;

int main(int argc, char **argv)
{
    struct word *w = malloc(sizeof *w);
    if (!w) return 1;
    w->before = 3;
    w->after = 4;
    strcpy(w->text, argv[0]);
    assert(w->before == 3 && w->after == 4);
    unsigned i = (unsigned)argc % 10;
    book.pages = 7;
    book.index = 8;
    book.table[i].before = 5;
    book.table[i].after = 6;
    sprintf(book.table[i].text, "%s!", argv[0]);
    strcat(book.table[i].text, "?");
    assert(book.pages == 7 && book.index == 8);
    assert(book.table[i].before == 5 && book.table[i].after == 6);
}
