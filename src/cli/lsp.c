#include "cli/lsp.h"

#include <string.h>

#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/help/help.h"
#include "cli/lsp/lsp.h"

int command_lsp(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return help_print_command(COMMAND_LSP);
        if (strcmp(argv[i], "--stdio") == 0) continue; /* what clients add: there is nothing else */
        output_complain("lsp takes no argument '%s' (see 'chorus lsp --help')", argv[i]);
        return STATUS_USAGE;
    }
    return lsp_run();
}
