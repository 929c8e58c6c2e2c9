/* Memory that is written behind an index, as much as an argument says: members beside keep their values. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char key[32];
    int value;
    struct entry *next;
};

static struct entry table[4];

int main(int argc, char **argv)
{
    struct entry *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct entry *e = malloc(sizeof *e);
        if (!e) return 1;
        e->value = 3;
        e->next = list;
        strncpy(e->key, argv[0], sizeof e->key - 1);
        list = e;
    }
    int n = 0;
    for (struct entry *e = list; e; e = e->next) {
        assert(e->value == 3);
        n++;
    }
    assert(n == 3);
    unsigned i = (unsigned)argc % 4;
    table[i].value = 5;
    strncpy(table[i].key, argv[0], sizeof table[i].key);
    assert(table[i].value == 5);
}
