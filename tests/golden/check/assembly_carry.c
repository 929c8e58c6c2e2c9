// The carry flag is not known, nor are registers that are written in part.
#include <assert.h>

static unsigned int memory = 1;

int main(void)
{
    unsigned char carry;
    __asm__ __volatile__("lock btsl %2, %0; setc %1" : "+m"(memory), "=q"(carry) : "r"(0) : "memory", "cc");
    assert(carry);
}
