/* A failing assertion, which is no error of a task about reach_error. */
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc == 1);
    return 0;
}
