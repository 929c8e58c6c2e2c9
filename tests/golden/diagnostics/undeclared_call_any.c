/* As asked, it may be any function. */
#include <assert.h>
int main(void)
{
    int got = ask_somebody(2);
    assert(got == got);
    return 0;
}
