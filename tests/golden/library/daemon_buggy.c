/* The process that goes on after daemon is another one, with the same memory. */
#include <assert.h>
#include <unistd.h>

static int starts;

int main(void)
{
    starts++;
    if (daemon(0, 0) != 0) return 1;
    starts++;
    assert(starts == 1);
}
