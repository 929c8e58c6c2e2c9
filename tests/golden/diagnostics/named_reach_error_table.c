/* reach_error is called through a table. */
#include <assert.h>
extern void reach_error(void);
static void fail(void) { reach_error(); }
static void nothing(void) {}
static void (*const actions[])(void) = {nothing, fail};
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc == 1);
    actions[argc == 7]();
    return 0;
}
