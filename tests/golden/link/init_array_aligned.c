// An array of two functions that stands where the one before ends.
#include <assert.h>
static int arguments;
static void count(int argc, char **argv, char **environment) { arguments = argc; }
__attribute__((section(".init_array"), used, aligned(sizeof(void *)))) static void *functions[] = {(void *)count, (void *)count};
int main(int argc, char **argv)
{
    assert(arguments == argc);
    return 0;
}
