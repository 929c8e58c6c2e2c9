/* A call that is executed again and again gets fresh memory, or what was freed. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *last = 0;
    for (int i = 0; i < 3; i++) {
        int *p = malloc(sizeof *p);
        if (!p) return 0;
        assert(i < 2 || p != last);
        last = p;
        free(p);
    }
    return 0;
}
