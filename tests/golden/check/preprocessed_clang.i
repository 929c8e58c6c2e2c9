# 1 "golden/check/preprocessed_clang.c"
# 1 "<built-in>" 1
# 1 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 1 3 4
# 214 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
typedef float _Float32;
# 251 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
typedef double _Float64;
# 268 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
typedef double _Float32x;
# 285 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
typedef long double _Float64x;
# 1 "/usr/include/stdlib.h" 1 3 4
extern _Float32 strtof32 (const char *restrict __nptr, char **restrict __endptr) __attribute__ ((__nothrow__ ));
extern void *malloc (unsigned long __size) __attribute__ ((__nothrow__ )) __attribute__ ((__malloc__)) ;
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ )) __attribute__ ((__noreturn__));
# 5 "golden/check/preprocessed_clang.c" 2

_Atomic(int) n;

int main(void)
{
    __c11_atomic_store(&n, 1, 5);
    __c11_atomic_fetch_add(&n, 1, 5);
    ((n == 2) ? (void) (0) : __assert_fail ("n == 2", "preprocessed_clang.c", 12, __extension__ __PRETTY_FUNCTION__));
}
