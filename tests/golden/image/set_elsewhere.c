/* The objects of the section are those of files that are not given: a pointer there may lead to `x`. */
#include <assert.h>

int x;
static int y;
extern int *__start_pointers[], *__stop_pointers[];

int main(void)
{
    for (int **p = __start_pointers; p < __stop_pointers; p++)
        **p = 1;
    assert(y == 0);
    assert(x == 0);
}
