/* A last member of one element, with room for more behind it. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct msg {
    int len;
    int kind;
    char text[1];
};
int main(void)
{
    struct msg *m = malloc(sizeof *m + 5);
    if (!m) return 0;
    m->len = 5;
    m->kind = 2;
    for (int i = 0; i < 6; i++)
        m->text[i] = 'a' + i;
    assert(m->kind == 2);
    assert(m->text[3] == 'd');
    free(m);
    return 0;
}
