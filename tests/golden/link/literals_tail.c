/* Linkers put a literal that is the end of another there. */
#include <assert.h>

static const char *whole = "xabc";

int main(void)
{
    const char *end = "abc";
    assert(whole + AT != end);
}
