/* setjmp writes where it is given to write. */
#include <assert.h>
#include <setjmp.h>

static sigjmp_buf back;

int main(void)
{
    back[0].__mask_was_saved = 7;
    sigsetjmp(back, 0);
    assert(back[0].__mask_was_saved == 7);
    return 0;
}
