#include <assert.h>
volatile signed char a = -7;
volatile unsigned char b = 200;
volatile short c = 300;
volatile _Bool t;
enum E { P, Q = 5 } e;
int main(void)
{
    assert(a / 2 == -3 && a % 2 == -1);
    assert((unsigned char)(b + b) == 144);
    assert(b >> 3 == 25 && a >> 1 == -4);
    assert((signed char)b == -56);
    assert((unsigned char)c == 44);
    assert(~b == -201);
    t = c;
    assert(t == 1);
    t = !t;
    assert(!t);
    assert(a < b);
    assert((unsigned)a > b);
    e = Q;
    assert(e == 5);
    a = -128;
    assert(-a == 128);
    assert((b ^ 15) == 199 && (b | 7) == 207 && (b & 12) == 8);
    assert((t ? a : b) == 200);
    unsigned long long w = b;
    w <<= 40;
    assert(w >> 40 == 200);
    return 0;
}
