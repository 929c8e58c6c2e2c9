/* The new process has written when wait returns: an error that needs that it has not is none. */
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int *flag = mmap(NULL, sizeof *flag, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *flag = 0;
    if (fork() == 0) {
        *flag = 1;
        _exit(0);
    }
    wait(NULL);
    assert(*flag == 1);
}
