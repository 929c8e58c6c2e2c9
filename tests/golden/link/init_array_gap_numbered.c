// One function with a smaller number leaves a gap before an array of two.
#include <assert.h>
static int called;
static void count(void) { called++; }
__attribute__((section(".init_array.00150"), used)) static void (*first)(void) = count;
__attribute__((section(".init_array.00200"), used)) static void (*functions[])(void) = {count, count};
int main(void)
{
    assert(called == 3);
    return 0;
}
