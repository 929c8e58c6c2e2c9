/* A size that is more than all memory says nothing of what is written. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

static struct {
    int count;
    char digit, behind;
} s;

int main(void)
{
    snprintf(&s.digit, SIZE_MAX, "%x", getchar() & 15);
    assert(s.digit == 0);
    return 0;
}
