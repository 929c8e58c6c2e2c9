#include <stdatomic.h>
#include <assert.h>
atomic_uchar u;
atomic_schar s;
int main(void)
{
    u = 12;
    assert(atomic_fetch_and(&u, 10) == 12);
    assert(u == 8);
    atomic_fetch_or(&u, 3);
    assert(u == 11);
    atomic_fetch_xor(&u, 1);
    assert(u == 10);
    assert(atomic_exchange(&u, 7) == 10);
    assert(u == 7);
    atomic_fetch_sub(&u, 8);
    assert(u == 255);
    u = 12;
    __sync_fetch_and_nand((char *)&u, 10);
    assert(u == 247);
    u += 10;
    assert(u == 1);
    assert(u++ == 1);
    assert(--u == 1);
    return 0;
}
