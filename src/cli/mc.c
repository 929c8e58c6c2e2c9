#include "cli/mc.h"

#include "base/check.h"
#include "cli/check.h"
#include "cli/files/output.h"

static ChorusStatus work(ChorusSession *session, const Arguments *arguments)
{
    CHECK(arguments->path_count == 1);
    return chorus_mc(session, arguments->paths[0]);
}

int command_mc(int argc, char **argv) { return verdict_command(COMMAND_MC, argc, argv, work); }
