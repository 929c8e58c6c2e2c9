/* Volatile orders nothing between threads. */
#include <assert.h>
#include <pthread.h>

volatile int first, second;
int seen_one, seen_two;

void *one(void *arg)
{
    (void)arg;
    first = 1;
    seen_one = second;
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    second = 1;
    seen_two = first;
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
