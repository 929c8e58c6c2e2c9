/* Nobody calls the function that calls reach_error: the assertions are what is asked. */
#include <assert.h>
extern void reach_error(void);
void check(int holds)
{
    if (!holds) reach_error();
}
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc == 1);
    return 0;
}
