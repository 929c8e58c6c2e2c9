/* That constants are not written is taken for granted where accesses are not asked for. */
#include <assert.h>

int main(void)
{
    int n = 1;
    char *text = "text";
    assert(n == 1);
    text[0] = 'T';
    assert(text[0] == 't');
}
