// The short can get its low byte.
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
    assert(r->second != 0x05a0 && r->second == (at == 4 ? 0x05a0 : at == 5 ? (short)0xa006 : 0x0506));
    free(r);
}
