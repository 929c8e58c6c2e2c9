// Fresh memory, published by a relaxed store: its text need not be there.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct letter {
    int text;
};
static struct letter *_Atomic box;

static void *sender(void *arg)
{
    struct letter *l = malloc(sizeof *l);
    if (!l) return arg;
    l->text = 42;
    atomic_store_explicit(&box, l, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    struct letter *l = atomic_load_explicit(&box, memory_order_acquire);
    return l ? l->text : 0;
}
