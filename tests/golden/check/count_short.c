/* %hhn writes one byte, %ln a long; what is beside them stays. */
#include <assert.h>
#include <stdio.h>

struct counts {
    signed char byte, next;
    short half, after;
    long word, last;
} c;

int main(void)
{
    c.next = 5;
    c.after = 7;
    c.last = 9;
    fprintf(stderr, "%d%hhn%hn%ln", 1234, &c.byte, &c.half, &c.word);
    assert(c.next == 5 && c.after == 7 && c.last == 9);
}
