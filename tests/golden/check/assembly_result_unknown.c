// What assembly gives is not known: no counterexample rests on it.
#include <assert.h>

int main(void)
{
    unsigned char port;
    __asm__ volatile("inb %w1, %b0" : "=a"(port) : "Nd"(0x71));
    assert(port != 3);
}
