/* Functions that register themselves in a section are called one after the other. */
#include <assert.h>

#define TASK(f) __attribute__((section("tasks"), used)) static void (*const task_##f)(void) = f

extern void (*const __start_tasks[])(void);
extern void (*const __stop_tasks[])(void);

static int trace;

static void first(void) { trace = 1; }
static void second(void) { trace = 10 * trace + 2; }
static void third(void) { trace = 10 * trace + 3; }

TASK(first);
TASK(second);
TASK(third);

int main(void)
{
    for (void (*const *t)(void) = __start_tasks; t < __stop_tasks; t++)
        (*t)();
#ifdef WRONG
    assert(trace == 0);
#else
    assert(trace == 123);
#endif
}
