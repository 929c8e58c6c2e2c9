#include <stdatomic.h>
atomic_int x;
int main(void)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return 0;
}
