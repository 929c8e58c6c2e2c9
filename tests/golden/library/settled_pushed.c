/* What was pushed back is read first. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    ungetc('A', stdin);
    assert(getchar() == 'A');
    return 0;
}
