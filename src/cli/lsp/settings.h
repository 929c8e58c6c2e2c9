/* What the editor has configured: initializationOptions, or the section "chorus" of its settings. */
#ifndef CHORUS_CLI_LSP_SETTINGS_H
#define CHORUS_CLI_LSP_SETTINGS_H

#include "cli/lsp/job.h"

void settings_init(JobSettings *settings);
/* Takes what is there of {timeLimit, memoryLimit, property, arguments, files, hints}; the rest stays. Returns what is
 * wrong with the first that is not taken, or NULL. */
const char *settings_take(JobSettings *settings, const json_t *given);
void settings_clear(JobSettings *settings);

#endif
