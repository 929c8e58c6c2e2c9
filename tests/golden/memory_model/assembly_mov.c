/* x86 delays stores past loads, in assembly, too. */
#include <assert.h>
#include <pthread.h>

static void put(int *to)
{
    __asm__ volatile("movl $1, %0" : "=m"(*to) : : "memory");
}

static int get(int *from)
{
    int value;
    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
    return value;
}

int first, second;
int seen_one, seen_two;

void *one(void *arg)
{
    (void)arg;
    put(&first);
    seen_one = get(&second);
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    put(&second);
    seen_two = get(&first);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_one || seen_two);
    return 0;
}
