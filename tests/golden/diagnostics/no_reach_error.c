/* The property of SV-COMP is about reach_error only. */
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc == 1);
    return 0;
}
