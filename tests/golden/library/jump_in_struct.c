/* setjmp writes its buffer, and nothing behind. */
#include <assert.h>
#include <setjmp.h>

static struct {
    int before;
    jmp_buf back;
    int steps;
} task;

int main(void)
{
    task.before = 1;
    task.steps = 2;
    setjmp(task.back);
    assert(task.before == 1 && task.steps == 2);
    return 0;
}
