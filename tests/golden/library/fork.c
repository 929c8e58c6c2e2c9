/* Of fork, the parent. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int x = 0;
    if (fork() == 0) x = 1;
    assert(x == 0);
}
