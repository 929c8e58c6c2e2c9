/* The new process has a number of its own. */
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t before = getpid(), child = fork();
    if (child == 0) assert(getpid() != before);
    if (child > 0) waitpid(child, 0, 0);
    return 0;
}
