/* Processes may share memory: what the new one writes the old one reads. */
#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int *flag = mmap(NULL, sizeof *flag, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (flag == MAP_FAILED) return 1;
    *flag = 0;
    if (fork() == 0) {
        *flag = 1;
        _exit(0);
    }
    assert(*flag == 0);
}
