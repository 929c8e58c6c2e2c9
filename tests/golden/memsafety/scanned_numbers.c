/* Numbers are read into objects that have room for them: no memory is allocated, none beyond is written. */
#include <stdio.h>
#include <stdlib.h>

struct size {
    int width;
    long height;
};

int main(void)
{
    struct size *s = malloc(sizeof *s);
    int count = 0;
    if (scanf("%d %ld", &s->width, &s->height) != 2 || fscanf(stdin, "%d", &count) != 1) count = 1;
    free(s);
    return count == 0;
}
