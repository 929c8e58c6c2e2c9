/* The format is one of two texts, neither of which writes; the other is not constant. */
#include <assert.h>
#include <stdio.h>

char text[8];
int x = 1, y = 2;

int main(int argc, char **argv)
{
    (void)argv;
    printf(argc > 1 ? "one %p\n" : "other %p\n", (void *)&x);
    assert(x == 1);
    text[0] = (char)argc;
    printf(text, argc, &x, "text");
    assert(y == 2);
}
