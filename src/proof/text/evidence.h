/* What traces and certificates have in common as text: the header that says for which program and options they are, and
 * the parser's tokens. White space, comments, names and numbers are those of .scpl. */
#ifndef CHORUS_PROOF_TEXT_EVIDENCE_H
#define CHORUS_PROOF_TEXT_EVIDENCE_H

#include "program/program.h"
#include "program/scpl/lexer.h"
#include "proof/text/trace_names.h"

/* An option that decides what program a source is. */
typedef struct TraceOption {
    const char *name, *value; /* words: letters, digits, "_" */
} TraceOption;

typedef struct TraceOptions {
    const TraceOption *data;
    uint32_t count;
    const char *const *flags; /* of the C compiler; in the file for people, not compared: the digest decides */
    uint32_t flag_count;
    const char *property; /* what was asked, as the user named it: "unreach-call"; NULL is that */
} TraceOptions;

/* "sha256:" and 64 digits: of the program's text without positions and source texts. Owned by the run. */
const char *evidence_digest(Program *p);
/* kind: "trace" or "certificate", the second word of the file. */
void evidence_print_header(Program *p, const char *kind, unsigned version, const TraceOptions *options, Str *out);

typedef struct EvidenceParser {
    Program *p;
    Run *run;
    TraceNames names;
    Lexer lexer;
    Token token;      /* the next one */
    uint32_t version; /* of the format, after the header */
} EvidenceParser;

/* Reads the header, too: another kind, program or other options, a version after `newest` are errors. Errors are
 * diagnostics and stop the run with STOP_INPUT. */
void evidence_begin(EvidenceParser *ps, Program *p, const char *kind, unsigned newest, const TraceOptions *options,
                    const char *file, const char *text, size_t length);
/* The same for a text without header. */
void evidence_begin_plain(EvidenceParser *ps, Program *p, const char *file, const char *text, size_t length);
void evidence_end(EvidenceParser *ps);

void evidence_advance(EvidenceParser *ps);
_Noreturn void evidence_fail_expected(EvidenceParser *ps, const char *what);
bool evidence_is_word(const EvidenceParser *ps, const char *word);
bool evidence_accept_word(EvidenceParser *ps, const char *word);
void evidence_expect_word(EvidenceParser *ps, const char *word);
bool evidence_accept(EvidenceParser *ps, TokenKind kind);
void evidence_expect(EvidenceParser *ps, TokenKind kind, const char *what);
uint32_t evidence_expect_number(EvidenceParser *ps, const char *what);
/* One below the limit. */
uint32_t evidence_expect_below(EvidenceParser *ps, uint32_t limit, const char *what);
/* The number of one of the template's locations. */
LocId evidence_expect_location(EvidenceParser *ps, TemplateId t);
/* One or more of these, which get into the set. */
void evidence_expect_locations(EvidenceParser *ps, TemplateId t, bool *set);
/* Lines that begin with the keyword, as trace_names_add_locations prints them. */
void evidence_parse_locations(EvidenceParser *ps, const char *keyword, bool *set);
/* A number that must be this one. */
void evidence_expect_index(EvidenceParser *ps, uint32_t index, const char *what);
const char *evidence_expect_text(EvidenceParser *ps, TokenKind kind, const char *what);
TemplateId evidence_expect_template(EvidenceParser *ps);
/* Looks one token ahead. */
Token evidence_peek(const EvidenceParser *ps);

#endif
