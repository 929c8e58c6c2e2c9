/* Functions whose addresses are kept as numbers, and as pointers to data. */
#include <stdint.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
typedef int (*fn)(int);
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
struct task {
    uintptr_t fn;
    void *raw;
};
static uintptr_t g;
static int r;
static void *run(void *a)
{
    struct task *t = a;
    r = ((fn)t->fn)(1) + ((fn)t->raw)(1);
    return 0;
}
int main(void)
{
    pthread_t t;
    struct task *k = malloc(sizeof *k);
    if (!k) return 0;
    k->fn = (uintptr_t)inc;
    k->raw = (void *)dec;
    g = (uintptr_t)&inc;
    fn h = (fn)g;
    assert(h(1) == 2);
    void *p = (void *)(uintptr_t)dec;
    assert(((fn)p)(1) == 0);
    pthread_create(&t, 0, run, k);
    pthread_join(t, 0);
    assert(r == 2);
    free(k);
    return 0;
}
