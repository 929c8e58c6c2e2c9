/* A message and a flag: the flag's store releases the message, and who finds it set acquires it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SEND
#define SEND memory_order_release
#endif
#ifndef RECEIVE
#define RECEIVE memory_order_acquire
#endif

static atomic_bool is_sent;
static int message, answer;

static void *sender(void *arg)
{
    message = 6;
    answer = 7 * message;
    atomic_store_explicit(&is_sent, 1, SEND);
    return arg;
}

static void *receiver(void *arg)
{
    while (!atomic_load_explicit(&is_sent, RECEIVE))
        ;
    assert(answer == 42);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    for (;;)
        pthread_create(&thread, 0, receiver, 0);
}
