/* No text fills all memory: there is a number for its length and its end. */
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    size_t length = strlen(argv[argc - 1]);
    assert(length + 1 != 0);
    return 0;
}
