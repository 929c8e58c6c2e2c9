// Changes of memory by one instruction are one step with the prefix; all widths, constants, the flag, and a part of a word.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint64_t sum;
static uint32_t pair, bits = 0xf0;
static uint8_t small = 255;
static unsigned int references = 3;
static _Atomic int released;

static void *worker(void *arg)
{
    _Bool is_last;
    uint64_t got = 5;
    __asm__ __volatile__("lock; xaddq %1, %0" : "+m"(sum), "+r"(got) : : "memory");
    assert(got % 5 == 0);
    __asm__ __volatile__("lock incw %0" : "+m"(*((uint16_t *)&pair + 1)) : : "memory", "cc");
    __asm__ __volatile__("lock orl %1, %0" : "=m"(bits) : "ir"(3) : "memory");
    __asm__ __volatile__("lock andl $0xfffffff3, %0" : "+m"(bits) : : "memory", "cc");
    __asm__ __volatile__("lock addb $1, %0" : "+m"(small) : : "memory", "cc");
    __asm__ __volatile__("lock decl %0; setz %1" : "+m"(references), "=rm"(is_last) : : "memory", "cc");
    if (is_last) assert(released++ == 0);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    uint64_t all;
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    __asm__ __volatile__("movq %1, %0" : "=r"(all) : "m"(sum) : "memory");
    assert(all == 15 && pair == 3 << 16 && bits == 0xf3 && small == 2 && released == 1);
}
