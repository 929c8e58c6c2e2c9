/* A run goes on in either process of a fork: the assertion fails in the new one. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int x = 0;
    if (fork() == 0) x = 1;
    assert(x == 0);
}
