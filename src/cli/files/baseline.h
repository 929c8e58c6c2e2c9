/* What an earlier SARIF log of Chorus had found. JSON is YAML, and read as such. */
#ifndef CHORUS_CLI_FILES_BASELINE_H
#define CHORUS_CLI_FILES_BASELINE_H

#include "chorus.h"
#include "cli/files/input.h"

/* The results that have a fingerprint of Chorus's, to be freed with baseline_free; false after input_fail. */
bool baseline_read(const char *path, ChorusKnown **known, size_t *count, InputError *error);
void baseline_free(ChorusKnown *known, size_t count);

#endif
