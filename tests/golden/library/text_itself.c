/* The member that text is written to does not keep its value, nor do those of other members of a union. */
#include <assert.h>
#include <string.h>

static union {
    struct {
        char first[8], second[8];
    } parts;
    char all[16];
} u;

int main(int argc, char **argv)
{
    u.parts.second[2] = 1;
    strcpy(u.all, argv[0]);
    assert(u.parts.second[2] == 1);
}
