/* The member that is written does not keep its value. */
#include <assert.h>
#include <string.h>

struct entry {
    int value;
    char key[32];
};

static struct entry table[4];

int main(int argc, char **argv)
{
    unsigned i = (unsigned)argc % 4;
    table[i].key[3] = 1;
    strncpy(table[i].key, argv[0], 4);
    assert(table[i].key[3] == 1);
}
