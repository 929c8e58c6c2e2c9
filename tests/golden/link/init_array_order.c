#include <assert.h>

/* gcc calls early first, clang late: nothing is said. */
static int seen;

__attribute__((constructor)) static void early(void)
{
    seen = 1;
}

static void late(void)
{
    seen = 2;
}

static void (*entry)(void) __attribute__((section(".init_array"), used)) = late;

int main(void)
{
    assert(seen == 2);
}
