/* The status is an int. */
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status = 0;
    pid_t process = fork();
    if (process == 0) _exit(1);
    if (process > 0) waitpid(process, &status, 0);
    wait(NULL);
    return status;
}
