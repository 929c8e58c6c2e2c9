/* The array is the stack of the thread. */
#include <assert.h>
#include <pthread.h>

static char stack[1 << 16] __attribute__((aligned(4096)));

static void *run(void *arg) { return arg; }

int main(void)
{
    pthread_attr_t a;
    pthread_t t;
    pthread_attr_init(&a);
    pthread_attr_setstack(&a, stack, sizeof stack);
    pthread_create(&t, &a, run, NULL);
    pthread_join(t, NULL);
    assert(stack[65000] == 0);
    return 0;
}
