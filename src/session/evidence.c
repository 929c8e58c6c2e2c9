/* What trace files and certificates of sessions have in common. */
#include "session/evidence.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "session/execution.h"
#include "session/file.h"
#include "session/memory_proof.h"

#define EVIDENCE_MB_MAX 512 /* a counterexample of half a million steps takes more than 100 */

static const char *session_shown_word(const ChorusSession *s)
{
    return strcmp(s->memory_shown, session_memory_name(true)) == 0 ? "tso" : "c11";
}

const TraceOptions *session_trace_options(const ChorusSession *s, OptionTable *table)
{
    table->data[0] = (TraceOption){"granularity", session_option_text(s, OPTION_granularity)};
    table->data[1] = (TraceOption){"integers", session_option_text(s, OPTION_integers)};
    table->data[2] = (TraceOption){"nondet_static", session_option_text(s, OPTION_nondet_static)};
    CHECK((s->bodies != BODIES_NONE) + s->runs_out + s->keeps_loops <= 1);
    uint32_t count = 3; /* as it is usual is not said */
    if (s->runs_out) table->data[count++] = (TraceOption){RUNS_OUT_OPTION, "on"};
    if (s->keeps_loops) table->data[count++] = (TraceOption){LOOPS_OPTION, "kept"};
    if (s->bodies) table->data[count++] = (TraceOption){BODIES_OPTION, s->bodies == BODIES_OF_INPUT ? "input" : "on"};
    if (s->memory_shown) table->data[count++] = (TraceOption){MODEL_OPTION, session_shown_word(s)};
    for (uint32_t i = 0; i < count; i++)
        CHECK(table->data[i].value && table->data[i].value[0]);
    const char *property = session_option_text(s, OPTION_property);
    table->options = (TraceOptions){table->data, count, s->flags.data, s->flags.count, property};
    return &table->options;
}

ChorusStatus session_check_evidence(ChorusSession *s, const char *path, const char *kind)
{
    if (s->is_busy || s->stage != SESSION_LOADED)
        return session_fail(s, CHORUS_INTERNAL, "a %s is read once, after loading and instead of checking", kind);
    ChorusStatus status = session_check_file_of(s, path, EVIDENCE_MB_MAX);
    if (status != CHORUS_OK) return status;
    if (access(path, R_OK) != 0)
        return session_fail(s, CHORUS_NO_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    if (!s->program)
        return session_fail(s, CHORUS_BAD_INPUT, "%s: error: the %s is for another program or other options (%s)", path,
                            kind, s->scope ? s->scope : "no program was loaded");
    return CHORUS_OK;
}

/* ---- what evidence is about ---- */

#define HEADER_LINES 12

/* Its words have "_" where those of the command line have "-". NULL: another line. */
static const char *property_of_line(char *line)
{
    char *rest = NULL, *word = strtok_r(line, " \n", &rest);
    if (!word || strcmp(word, "property") != 0) return NULL;
    char *property = strtok_r(NULL, " \n", &rest);
    for (char *c = property; c && *c; c++)
        if (*c == '_') *c = '-';
    return property;
}

/* Options that decide what the program is are not taken: who asks has to know of them. To ask for the usual property by
 * its name may mean something else (ERRORS_AUTO). */
ChorusStatus chorus_take_property(ChorusSession *session, const char *path)
{
    char line[256];
    const char *property = NULL;
    ChorusStatus status = session_check_file_of(session, path, EVIDENCE_MB_MAX);
    if (status != CHORUS_OK || session->options.given[OPTION_property]) return status;
    FILE *file = fopen(path, "r");
    if (!file) return status; /* who reads it all says why it cannot be read */
    for (int i = 0; i < HEADER_LINES && !property && fgets(line, sizeof line, file); i++)
        property = property_of_line(line);
    fclose(file);
    bool differs = property && strcmp(session_option_text(session, OPTION_property), property) != 0;
    return differs ? chorus_set_option(session, "property", property) : CHORUS_OK;
}
