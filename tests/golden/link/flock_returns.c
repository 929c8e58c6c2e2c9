#include <assert.h>
#include <sys/file.h>

int main(void)
{
    flock(0, LOCK_EX);
    assert(0);
}
