/* Functions are called where the program ends by exit, and not by _exit. */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static int state;

static void last(void) { assert(state == 1); }

static void die(void) { exit(1); }

int main(int argc, char **argv)
{
    (void)argv;
    atexit(last);
    state = 1;
    if (argc > 1) die();
    state = 2;
    _exit(0);
}
