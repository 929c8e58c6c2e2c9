/* chorus: finds the subcommand and runs it under the monitor. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/heap.h"
#include "base/nearest.h"
#include "cli/certify.h"
#include "cli/check.h"
#include "cli/dump.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/help/commands.h"
#include "cli/help/help.h"
#include "cli/lsp.h"
#include "cli/mc.h"
#include "cli/process/monitor.h"
#include "cli/replay.h"
#include "cli/suite/suite.h"
#include "cli/validate.h"

typedef struct Main {
    int argc;
    char **argv;
} Main;

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
#define X(name, help) {#name, command_##name},
    CLI_COMMANDS(X)
#undef X
};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static const char *command_name(size_t i) { return i < COMMAND_COUNT ? commands[i].name : NULL; }

static int complain_unknown_command(const char *word)
{
    const char *nearest = nearest_word(word, command_name);
    if (access(word, F_OK) == 0)
        output_complain("no subcommand given (did you mean 'chorus check %s'?)", word);
    else if (nearest)
        output_complain("unknown subcommand '%s' (did you mean '%s'?)", word, nearest);
    else
        output_complain("unknown subcommand '%s' (see 'chorus --help')", word);
    return STATUS_USAGE;
}

static int run(void *arg)
{
    Main *m = arg;
    if (m->argc < 2) {
        output_complain("no subcommand given (see 'chorus --help')");
        return STATUS_USAGE;
    }
    CHECK(m->argv[1] && !m->argv[m->argc]);
    const char *word = m->argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return command_help(m->argc - 2, m->argv + 2);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) return command_version(m->argc - 2, m->argv + 2);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, commands[i].name) == 0) return commands[i].run(m->argc - 2, m->argv + 2);
    return complain_unknown_command(word);
}

/* A closed standard descriptor must not become some file that the work opens. Opened for the wrong direction, so
 * that using it is an error. */
static void open_standard_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    heap_prepare();
    open_standard_descriptors();
    Main m = {argc, argv};
    return monitor_run(run, &m);
}
