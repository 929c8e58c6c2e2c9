/* What a check has found, from its SARIF log, as diagnostics of the protocol. */
#ifndef CHORUS_CLI_LSP_FINDINGS_H
#define CHORUS_CLI_LSP_FINDINGS_H

#include <jansson.h>
#include <stdbool.h>

typedef struct Findings {
    json_t *by_uri;        /* lists of diagnostics */
    bool has_interleaving; /* a property is violated */
} Findings;

/* The document is where that is told what has no place; hints: what holds is told, too. False: there is no such log. */
bool findings_read(const char *log, const char *document, bool hints, Findings *findings);
/* One diagnostic from the last line that a check has complained in, "FILE:LINE:COLUMN: error: TEXT" or other. */
void findings_of_complaint(const char *complaints, const char *document, Findings *findings);
/* There is no verdict, and why. */
void findings_of_limit(const char *why, const char *document, Findings *findings);
void findings_clear(Findings *findings);

#endif
