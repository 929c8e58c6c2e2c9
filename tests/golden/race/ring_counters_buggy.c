// One element more than the ring has is let in.
#include <pthread.h>
#include <stdatomic.h>
#define SIZE 16
static int slots[SIZE];
static atomic_uint filled, emptied;
static int put(int value)
{
    unsigned f = atomic_load(&filled), e = atomic_load(&emptied);
    if (f - e > SIZE) return 0;
    slots[f & (SIZE - 1)] = value;
    atomic_store(&filled, f + 1);
    return 1;
}
static int get(int *value)
{
    unsigned e = atomic_load(&emptied), f = atomic_load(&filled);
    if (f == e) return 0;
    *value = slots[e & (SIZE - 1)];
    atomic_store(&emptied, e + 1);
    return 1;
}
static void *filler(void *arg)
{
    for (int i = 0; i < 1000; i++)
        while (!put(i))
            ;
    return arg;
}
static void *emptier(void *arg)
{
    int value, sum = 0;
    for (int i = 0; i < 1000; i++) {
        while (!get(&value))
            ;
        sum ^= value;
    }
    return sum ? arg : 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, filler, 0);
    pthread_create(&b, 0, emptier, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
