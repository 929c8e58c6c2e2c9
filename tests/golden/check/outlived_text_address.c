/* Only the address is printed. */
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
    printf("%p: %d\n", (void *)title, pages);
    assert(pages == 0);
    return 0;
}
