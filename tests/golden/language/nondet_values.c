#include <assert.h>
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    bool b = __VERIFIER_nondet_bool();
    assert(b + 0 <= 1);
    assert(c - c == 0);
    return 0;
}
