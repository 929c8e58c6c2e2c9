/* The program changes a variable through the file that is its memory. */
#include <assert.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

int x;

int main(void)
{
    int memory = open("/proc/self/mem", O_RDWR), one = 1;
    pwrite(memory, &one, sizeof one, (off_t)(uintptr_t)&x);
    assert(x == 0);
    return 0;
}
