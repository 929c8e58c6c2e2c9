/* Objects of different types lie as their alignments say. */
#include <assert.h>

#define IN __attribute__((section("mixed"), used)) static
IN int a = 1;
IN long b = 2;
IN char c = 3;
extern char __start_mixed[], __stop_mixed[];

int main(void)
{
    assert(__stop_mixed - __start_mixed == 17);
    *(int *)__start_mixed = 5;
    __start_mixed[16] = 7;
    assert(a == 5 && b == 2 && c == 7);
}
