#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    assert(__VERIFIER_nondet_uchar() == __VERIFIER_nondet_uchar());
}
