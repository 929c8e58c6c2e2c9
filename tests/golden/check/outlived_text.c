/* What is printed is a text of a function that has returned. */
#include <assert.h>
#include <stdio.h>

const char *title;
int pages;

void choose(void)
{
    char text[8] = "list";
    title = text;
}

int main(void)
{
    choose();
    printf("%s: %d\n", title, pages);
    assert(pages == 0);
    return 0;
}
