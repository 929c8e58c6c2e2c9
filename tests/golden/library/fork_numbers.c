/* Processes of several forks have numbers that differ, which is not proved; that they do not is no counterexample. */
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t processes[3];
    for (int i = 0; i < 3; i++) {
        processes[i] = fork();
        if (processes[i] < 0) return 1;
        if (processes[i] == 0) _exit(i);
    }
    assert(processes[0] > 0 && processes[2] != 0);
    assert(processes[0] != processes[1] && processes[1] != processes[2]);
    for (int i = 0; i < 3; i++)
        waitpid(processes[i], NULL, 0);
}
