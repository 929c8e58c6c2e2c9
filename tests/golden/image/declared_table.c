/* Another file may have functions of this one in its table. */
#include <assert.h>

struct table {
    int count;
    int (*entries[40])(int);
};
extern struct table table;
int calls;
static int hidden;

int count_call(int n)
{
    calls++;
    return n;
}

static int count_hidden(int n)
{
    hidden++;
    return n;
}

int main(int argc, char **argv)
{
    if (argc > 0 && argc < 40 && table.entries[argc]) table.entries[argc](1);
#ifdef STATIC
    assert(hidden == 0);
#else
    assert(calls == 0);
#endif
    return count_hidden(argc);
}
