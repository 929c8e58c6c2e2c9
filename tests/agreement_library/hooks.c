/* What the instrumentation of clang's sanitizers calls: each access of memory that others may see, each atomic
 * operation, each arithmetic operation that overflowed. */
#include <stdint.h>
#include <string.h>

#include "agreement_library/schedule.h"

#define HOOK(type, name, ...)                                                                                          \
    RT_EXPORT type name(__VA_ARGS__);                                                                                  \
    type name(__VA_ARGS__)

HOOK(void, __tsan_init, void) {}
HOOK(void, __tsan_func_entry, void *p) { (void)p; }
HOOK(void, __tsan_func_exit, void) {}
HOOK(void, __tsan_ignore_thread_begin, void) {}
HOOK(void, __tsan_ignore_thread_end, void) {}

/* ---- plain accesses ---- */

#define PLAIN(size)                                                                                                    \
    HOOK(void, __tsan_read##size, void *p) { rt_access(p, size, ACCESS_READ); }                                        \
    HOOK(void, __tsan_write##size, void *p) { rt_access(p, size, ACCESS_WRITE); }                                      \
    HOOK(void, __tsan_read_write##size, void *p) { rt_access(p, size, ACCESS_WRITE); }
#define UNALIGNED(size)                                                                                                \
    HOOK(void, __tsan_unaligned_read##size, void *p) { rt_access(p, size, ACCESS_READ); }                              \
    HOOK(void, __tsan_unaligned_write##size, void *p) { rt_access(p, size, ACCESS_WRITE); }                            \
    HOOK(void, __tsan_unaligned_read_write##size, void *p) { rt_access(p, size, ACCESS_WRITE); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)

HOOK(void *, __tsan_memset, void *p, int c, size_t n)
{
    if (n) rt_access(p, n, ACCESS_WRITE);
    return memset(p, c, n);
}

HOOK(void *, __tsan_memcpy, void *to, const void *from, size_t n)
{
    if (n) rt_access(from, n, ACCESS_READ);
    if (n) rt_access(to, n, ACCESS_WRITE);
    return memmove(to, from, n);
}

HOOK(void *, __tsan_memmove, void *to, const void *from, size_t n) { return __tsan_memcpy(to, from, n); }

/* ---- atomic operations ---- */

#define CHANGE(bits, type, name, expression)                                                                           \
    HOOK(type, __tsan_atomic##bits##_##name, volatile type *p, type v, int order)                                      \
    {                                                                                                                  \
        (void)order;                                                                                                   \
        rt_access((const void *)p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC);                                           \
        type old = *p;                                                                                                 \
        *p = (type)(expression);                                                                                       \
        return old;                                                                                                    \
    }

#define EXCHANGE(bits, type, name)                                                                                     \
    HOOK(int, __tsan_atomic##bits##_compare_exchange_##name, volatile type *p, type *wanted, type v, int o, int f)     \
    {                                                                                                                  \
        (void)o;                                                                                                       \
        (void)f;                                                                                                       \
        rt_access((const void *)p, sizeof *p, (*p == *wanted ? ACCESS_WRITE : ACCESS_READ) | ACCESS_ATOMIC);           \
        type old = *p;                                                                                                 \
        if (old == *wanted) {                                                                                          \
            *p = v;                                                                                                    \
            return 1;                                                                                                  \
        }                                                                                                              \
        *wanted = old;                                                                                                 \
        return 0;                                                                                                      \
    }

#define ATOMICS(bits, type)                                                                                            \
    HOOK(type, __tsan_atomic##bits##_load, const volatile type *p, int order)                                          \
    {                                                                                                                  \
        (void)order;                                                                                                   \
        rt_access((const void *)p, sizeof *p, ACCESS_READ | ACCESS_ATOMIC);                                            \
        return *p;                                                                                                     \
    }                                                                                                                  \
    HOOK(void, __tsan_atomic##bits##_store, volatile type *p, type v, int order)                                       \
    {                                                                                                                  \
        (void)order;                                                                                                   \
        rt_access((const void *)p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC);                                           \
        *p = v;                                                                                                        \
    }                                                                                                                  \
    CHANGE(bits, type, exchange, v)                                                                                    \
    CHANGE(bits, type, fetch_add, old + v)                                                                             \
    CHANGE(bits, type, fetch_sub, old - v)                                                                             \
    CHANGE(bits, type, fetch_and, old &v)                                                                              \
    CHANGE(bits, type, fetch_or, old | v)                                                                              \
    CHANGE(bits, type, fetch_xor, old ^ v)                                                                             \
    CHANGE(bits, type, fetch_nand, ~(old & v))                                                                         \
    EXCHANGE(bits, type, strong)                                                                                       \
    EXCHANGE(bits, type, weak)                                                                                         \
    HOOK(type, __tsan_atomic##bits##_compare_exchange_val, volatile type *p, type wanted, type v, int o, int f)        \
    {                                                                                                                  \
        __tsan_atomic##bits##_compare_exchange_strong(p, &wanted, v, o, f);                                            \
        return wanted;                                                                                                 \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

HOOK(void, __tsan_atomic_thread_fence, int order) { (void)order; }
HOOK(void, __tsan_atomic_signal_fence, int order) { (void)order; }

/* ---- overflow; the program goes on with the result that wraps around ---- */

#define OVERFLOW(name, ...)                                                                                            \
    HOOK(void, __ubsan_handle_##name, __VA_ARGS__)                                                                     \
    {                                                                                                                  \
        rt_note(RT_OVERFLOW);                                                                                          \
        (void)data;                                                                                                    \
        (void)a;                                                                                                       \
        (void)b;                                                                                                       \
    }
OVERFLOW(add_overflow, void *data, uintptr_t a, uintptr_t b)
OVERFLOW(sub_overflow, void *data, uintptr_t a, uintptr_t b)
OVERFLOW(mul_overflow, void *data, uintptr_t a, uintptr_t b)

HOOK(void, __ubsan_handle_negate_overflow, void *data, uintptr_t a)
{
    (void)data;
    (void)a;
    rt_note(RT_OVERFLOW);
}

/* What is shifted by the width or more is another matter: such a run ends. */
HOOK(void, __ubsan_handle_shift_out_of_bounds, void *data, uintptr_t a, uintptr_t b)
{
    (void)data;
    (void)a;
    if (b > 31) rt_quit();
    rt_note(RT_OVERFLOW);
}

/* So does one that divides by 0, or -1 where that overflows. */
HOOK(void, __ubsan_handle_divrem_overflow, void *data, uintptr_t a, uintptr_t b)
{
    (void)data;
    (void)a;
    if (b) rt_note(RT_OVERFLOW);
    rt_quit();
}
