/* The old process goes on with a positive number, whichever it is. */
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int started = 0;
    for (int i = 0; i < 2; i++) {
        pid_t process = fork();
        if (process == 0) _exit(0);
        if (process > 0) started++;
    }
    wait(NULL);
    wait(NULL);
    assert(started < 2);
}
