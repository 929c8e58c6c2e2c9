// An array of two functions is aligned to sixteen bytes: the gap before it is called, and the program ends before main.
#include <assert.h>
static int arguments;
static void count(int argc, char **argv, char **environment) { arguments = argc; }
__attribute__((section(".init_array"), used)) static void *functions[] = {(void *)count, (void *)count};
int main(int argc, char **argv)
{
    assert(arguments == argc);
    return 0;
}
