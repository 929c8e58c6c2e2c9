/* Two questions about one value have one answer: there is no error. */
#include <assert.h>

int main(void)
{
    int counter = 2, given;
    __asm__ volatile("inb $3, %b0" : "=a"(given));
    if (given > 7) counter += 1;
    if (given <= 7) counter += 1;
    assert(counter == 3 && given != 12);
    return 0;
}
