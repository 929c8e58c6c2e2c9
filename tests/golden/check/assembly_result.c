// Assembly that touches registers only: its result may be anything, and nothing else changes.
#include <assert.h>

int g = 7;

int main(void)
{
    unsigned char port;
    __asm__ volatile("outb %b0, %w1" : : "a"((unsigned char)1), "Nd"(0x70));
    __asm__ volatile("inb %w1, %b0" : "=a"(port) : "Nd"(0x71));
    assert(g == 7 && port <= 255);
}
