// An input may be where an output is that was written before: what is added is any number.
#include <assert.h>

static unsigned int memory = 1;

int main(void)
{
    unsigned int a, b = 2;
    __asm__ __volatile__("movl %2, %0; addl %3, %1" : "=r"(a), "+m"(memory) : "r"(b), "r"(b) : "memory");
    assert(memory <= 3);
}
