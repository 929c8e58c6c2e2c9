// What toupper returns is not known here: a counterexample that needs another result proves nothing.
#include <assert.h>
#include <ctype.h>

int main(void)
{
    assert(toupper('a') == 'A');
    return 0;
}
