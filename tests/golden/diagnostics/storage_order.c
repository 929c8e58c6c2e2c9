/* gcc stores the number the other way around. */
#include <assert.h>

struct number {
    int value;
} __attribute__((scalar_storage_order("big-endian")));

int main(void)
{
    struct number one;
    one.value = 1;
    assert(*(char *)&one == 1);
}
