/* At the end: what atexit is told, last told first called; then destructors, the opposite of constructors. */
#include <assert.h>
#include <stdlib.h>

static int done;

static void step(int k)
{
    assert(done == k);
    done++;
}

__attribute__((destructor)) static void plain(void) { step(5); }
__attribute__((destructor)) static void plain_later(void) { step(4); }
__attribute__((destructor(300))) static void with_300(void) { step(6); }
__attribute__((destructor(150))) static void with_150(void) { step(LAST); }

static void with_180(void) { step(7); }
__attribute__((section(".fini_array.00180"), used)) static void (*entry)(void) = with_180;

static void told_first(void) { step(3); }
static void told_last(void) { step(2); }

static void work(int count)
{
    step(1);
    if (count > 1) exit(0);
}

int main(int argc, char **argv)
{
    (void)argv;
    atexit(told_first);
    atexit(told_last);
    step(0);
    work(argc);
    return 0;
}
