/* Plain char is unsigned after the last of these flags. */
#include <assert.h>
char level = (char)0x90;
int main(void)
{
    assert(level == 0x90);
}
