/* A text may be long. */
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    size_t length = strlen(argv[argc - 1]);
    assert(length < 100000);
    return 0;
}
