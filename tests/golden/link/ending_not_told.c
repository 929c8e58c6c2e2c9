/* The program may end before atexit is told. */
#include <assert.h>
#include <stdlib.h>

static int ready;

static void last(void) { assert(ready == 1); }

static void set_up(int count)
{
    if (count > 1) exit(1);
    ready = 1;
}

int main(int argc, char **argv)
{
    (void)argv;
    set_up(argc);
    atexit(last);
    return 0;
}
