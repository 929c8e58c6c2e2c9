// The number of a process is the same each time: so are the numbers that it seeds.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    srand((unsigned)getpid());
    int a = rand();
    for (int i = 0; i < 2; i++)
        srand((unsigned)getpid());
    assert(a == rand());
    return 0;
}
