/* What is written goes over the end of the member, and over the end of the element. */
#include <assert.h>
#include <string.h>

struct entry {
    char key[32];
    int value;
};

static struct entry table[4];

int main(int argc, char **argv)
{
    unsigned i = (unsigned)argc % 2;
    table[i].value = 5;
    if (argc == 2) {
        strncpy(table[i].key, argv[0], sizeof table[i].key + 1);
        assert(table[i].value == 5);
    }
    table[i + 1].value = 5;
    strncpy(table[i].key + 4, argv[0], sizeof table[i] + 28);
    assert(table[i + 1].value == 5);
}
