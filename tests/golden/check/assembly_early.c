// An early output shares its register with no input: this is exact.
#include <assert.h>

static unsigned int memory = 1;

int main(void)
{
    unsigned int a, b = 2;
    __asm__ __volatile__("movl %2, %0; addl %3, %1" : "=&r"(a), "+m"(memory) : "r"(b), "r"(b) : "memory");
    assert(memory == 3 && a == 2);
}
