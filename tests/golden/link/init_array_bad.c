#include <assert.h>

static int seen, arguments;

static void first(void)
{
    seen = seen * 10 + 1;
}

static void second(int argc, char **argv, char **environment)
{
    seen = seen * 10 + 2;
    arguments = argc;
    (void)argv;
    (void)environment;
}

static void (*const entries[])(void) __attribute__((section(".init_array.00200"), used, aligned(sizeof(void *)))) = {first, first};
static void (*entry)(int, char **, char **) __attribute__((section(".init_array"), used)) = second;

int main(int argc, char **argv)
{
    (void)argv;
    assert(seen == 211 && arguments == argc);
}
