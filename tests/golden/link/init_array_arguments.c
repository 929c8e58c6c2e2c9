#include <assert.h>

/* main has no parameters; the C library has the arguments all the same. */
static int arguments = -1;

static void keep(int argc)
{
    arguments = argc;
}

static void (*entry)(int) __attribute__((section(".init_array"), used)) = keep;

int main(void)
{
    assert(arguments == -1);
}
