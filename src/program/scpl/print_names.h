/* The names and numbers under which the parts of a program print. */
#ifndef CHORUS_PROGRAM_SCPL_PRINT_NAMES_H
#define CHORUS_PROGRAM_SCPL_PRINT_NAMES_H

#include "program/program.h"

/* The names under which a program prints, before quoting: of variables (indexed by VarId.i; unique among shared
 * variables, inputs and one template's locals) and of templates. The arrays are to be released by the caller. */
typedef struct ScplNames {
    const char **vars, **templates;
} ScplNames;
void scpl_names(const Program *p, ScplNames *names);
/* A name as .scpl text, in back quotes where it needs them. */
void scpl_add_name(Str *out, const char *name);
/* The same as a text that lives as long as the run; the name itself where it needs no quotes. */
const char *scpl_quote_name(Run *run, const char *name);
/* The place of a location within its template's text, by LocId.i; to be released by the caller. */
uint32_t *scpl_location_numbers(const Program *p);

#endif
