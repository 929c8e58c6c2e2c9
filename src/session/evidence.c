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
    CHECK(!s->bodies || !s->runs_out);
    table->data[3] = s->runs_out ? (TraceOption){RUNS_OUT_OPTION, "on"}
                                 : (TraceOption){BODIES_OPTION, s->bodies == BODIES_OF_INPUT ? "input" : "on"};
    uint32_t count = s->bodies || s->runs_out ? 4 : 3; /* as it is usual is not said */
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

/* ---- what evidence says of the question ---- */

#define HEADER_LINES 12

/* The option that a line of the header sets; its words have "_" where those of the command line have "-". */
static bool parse_header_line(char *line, const char **name, const char **value)
{
    char *rest = NULL, *word = strtok_r(line, " \n", &rest);
    if (!word) return false;
    bool is_property = strcmp(word, "property") == 0;
    if (!is_property && strcmp(word, "option") != 0) return false;
    *name = is_property ? word : strtok_r(NULL, " \n", &rest);
    char *text = strtok_r(NULL, " \n", &rest);
    for (char *c = text; c && is_property && *c; c++)
        if (*c == '_') *c = '-';
    *value = text;
    return *name && text;
}

ChorusStatus chorus_take_options(ChorusSession *session, const char *path)
{
    static const struct {
        const char *word;
        OptionId option;
        const char *name;
    } taken[] = {{"property", OPTION_property, "property"},
                 {"granularity", OPTION_granularity, "granularity"},
                 {"integers", OPTION_integers, "integers"},
                 {"nondet_static", OPTION_nondet_static, "nondet-static"}};
    char line[256];
    ChorusStatus status = session_check_file_of(session, path, EVIDENCE_MB_MAX);
    FILE *file = status == CHORUS_OK ? fopen(path, "r") : NULL;
    if (!file) return status; /* who reads it all says why it cannot be read */
    for (int i = 0; i < HEADER_LINES && status == CHORUS_OK && fgets(line, sizeof line, file); i++) {
        const char *name, *value;
        if (!parse_header_line(line, &name, &value)) continue;
        for (size_t k = 0; k < sizeof taken / sizeof *taken && status == CHORUS_OK; k++) {
            const OptionId id = taken[k].option;
            /* To ask for the usual property by its name may mean something else (ERRORS_AUTO). */
            bool differs = strcmp(session_option_text(session, id), value) != 0;
            if (strcmp(taken[k].word, name) == 0 && differs && !session->options.given[id])
                status = chorus_set_option(session, taken[k].name, value);
        }
    }
    fclose(file);
    return status;
}
