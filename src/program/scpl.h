/* .scpl text: parser and printer. Grammar: docs/scpl.md (Fig. 1 of paper 000, extended). */
#ifndef CHORUS_PROGRAM_SCPL_H
#define CHORUS_PROGRAM_SCPL_H

#include "program/program.h"

/* Parses text (length bytes, need not be zero-terminated). On errors adds diagnostics and stops the run with
 * STOP_INPUT. ideal: mathematical integers instead of machine integers. */
Program *scpl_parse(Run *run, TermManager *tm, const char *file, const char *text, size_t length, bool ideal);
/* Prints a program such that scpl_parse reads an equal one back. */
void scpl_print(Program *p, Str *out);
/* The same without positions and source texts: only what the program means. */
void scpl_print_bare(Program *p, Str *out);

/* The names under which a program prints, before quoting: of variables (indexed by VarId.i; unique among shared
 * variables, inputs and one template's locals) and of templates. The arrays are to be released by the caller. */
typedef struct ScplNames {
    const char **vars, **templates;
} ScplNames;
void scpl_names(const Program *p, ScplNames *names);
/* A name as .scpl text, in back quotes where it needs them. */
void scpl_add_name(Str *out, const char *name);
/* The place of a location within its template's text, by LocId.i; to be released by the caller. */
uint32_t *scpl_location_numbers(const Program *p);

/* Prints terms over the program's variables (instance 0, no inputs) as expressions; texts[i] is initialised here. */
void scpl_print_terms(Program *p, const Term *terms, uint32_t count, Str *texts);

#endif
