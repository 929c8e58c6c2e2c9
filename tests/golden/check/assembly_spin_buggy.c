// The exchange is only a load, the other one has no lock: two threads get in.
#include <assert.h>
#include <pthread.h>

static unsigned int word, byte_lock;
static int inside;

static unsigned int exchange(unsigned int *target, unsigned int value)
{
    __asm__ __volatile__("movl %0, %1" : "+m"(*target), "+q"(value) : : "memory");
    return value;
}

static _Bool compare_and_swap(unsigned int *target, unsigned int expected, unsigned int value)
{
    _Bool done;
    __asm__ __volatile__("cmpxchgl %2, %0\n\tsetz %1"
                         : "+m"(*target), "=a"(done)
                         : "q"(value), "a"(expected)
                         : "memory", "cc");
    return done;
}

static unsigned int load(const unsigned int *target)
{
    unsigned int value;
    __asm__ __volatile__("movl %1, %0" : "=q"(value) : "m"(*target) : "memory");
    return value;
}

static void store(unsigned int *target, unsigned int value)
{
    __asm__ __volatile__("movl %1, %0" : "=m"(*target) : "Zq"(value) : "memory");
}

static void *worker(void *arg)
{
    while (exchange(&word, 1) == 1)
        while (load(&word) == 1)
            __asm__ __volatile__("pause" ::: "memory");
    while (!compare_and_swap(&byte_lock, 0, 1))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    store(&byte_lock, 0);
    store(&word, 0);
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
    }
}
