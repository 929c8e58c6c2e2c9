/* An index of an array that is named stays in it; so does one that is known to be in bounds. */
#include <assert.h>

extern unsigned char any(void);

static struct {
    int k;
    char name[8];
    int last;
} s;

int main(void)
{
    unsigned char i = any();
    char *p = s.name;
    s.last = 7;
    s.name[i] = 0;
    if (i < sizeof s.name) p[i] = 1;
    assert(s.last == 7);
    return 0;
}
