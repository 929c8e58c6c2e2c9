/* Asked by name, the property is about assertions where nothing calls reach_error. */
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc == 1);
    return 0;
}
