// A byte of a struct is set at a variable offset: in whichever member it lies, and nowhere else. The struct is too large
// for its offsets to be told apart.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct record {
    int first;
    short second;
    char name[6];
    long long third;
    int rest[20];
};

int main(void)
{
    struct record *r = malloc(sizeof *r);
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= sizeof *r) return 0;
    r->first = 0x01020304;
    r->second = 0x0506;
    r->name[2] = 0x21;
    r->third = 0x1112131415161718;
    r->rest[3] = -1;
    ((unsigned char *)r)[at] = 0xa0;
    assert(r->first == (at == 0 ? 0x010203a0 : at == 1 ? 0x0102a004 : at == 2 ? 0x01a00304 : at == 3 ? (int)0xa0020304 : 0x01020304));
    assert(r->second == (at == 4 ? 0x05a0 : at == 5 ? (short)0xa006 : 0x0506));
    assert(at < 16 || at >= 24 || r->third == ((0x1112131415161718 & ~(0xffLL << 8 * (at - 16))) | (0xa0LL << 8 * (at - 16))));
    free(r);
}
