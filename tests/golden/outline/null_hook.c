/* Hooks that nobody sets are not called, or are none of the program's functions. */
#include <assert.h>
struct hooks {
    void (*changed)(int *);
    int *counter;
};
static struct hooks hooks;
static int value;
int main(void)
{
    value = 1;
    if (hooks.changed) hooks.changed(&value);
    if (hooks.counter) *hooks.counter = 2;
    assert(value <= 1);
}
