#include <assert.h>

static int left = 1;

static void check(void)
{
    assert(left == 1);
}

static void (*entry)(void) __attribute__((section(".fini_array"), used)) = check;

int main(void)
{
    return 0;
}
