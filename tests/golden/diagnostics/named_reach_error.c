/* Asked by name, the property is SV-COMP's where the program calls reach_error: the assertion ends the program. */
#include <assert.h>
extern void reach_error(void);
static void check(int holds)
{
    if (!holds) reach_error();
}
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc == 1);
    check(argc == 1);
    return 0;
}
