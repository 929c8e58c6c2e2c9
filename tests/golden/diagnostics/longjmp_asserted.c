/* The assertion stands behind what is not examined: it is not known whether a run reaches it. */
#include <assert.h>
#include <setjmp.h>

static jmp_buf buffer;
static int x;

int main(void)
{
    if (setjmp(buffer) == 0) {
        x = 1;
        longjmp(buffer, 1);
    }
    assert(x == 0);
}
