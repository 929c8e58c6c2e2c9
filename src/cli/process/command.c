#include "cli/process/command.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"

extern char **environ;

/* Its number, or 0; *from: what it writes can be read there. */
static pid_t spawn_program(char *const *arguments, int *from)
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) return 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    if (posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ) != 0) pid = 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (!pid) close(ends[0]);
    *from = ends[0];
    return pid;
}

int command_run(char *const *arguments, char **said)
{
    CHECK(arguments[0]);
    int from, status = 0;
    Output text = {NULL, 0, 0, false};
    pid_t pid = spawn_program(arguments, &from);
    if (pid) {
        char part[4096];
        ssize_t n;
        while ((n = read(from, part, sizeof part - 1)) > 0 || (n < 0 && errno == EINTR)) {
            if (n <= 0) continue;
            part[n] = 0;
            output_add(&text, part);
        }
        close(from);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    *said = memory_copy(text.data ? text.data : "", text.length);
    output_clear(&text);
    return !pid ? 127 : WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
