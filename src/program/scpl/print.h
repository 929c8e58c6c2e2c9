/* Programs and terms as .scpl text. Grammar: docs/scpl.md. */
#ifndef CHORUS_PROGRAM_SCPL_PRINT_H
#define CHORUS_PROGRAM_SCPL_PRINT_H

#include "program/program.h"

/* Prints a program such that scpl_parse reads an equal one back. */
void scpl_print(Program *p, Str *out);
/* The same without positions and source texts: only what the program means. */
void scpl_print_bare(Program *p, Str *out);
/* Prints terms over the program's variables (instance 0, no inputs) as expressions; texts[i] is initialised here. */
void scpl_print_terms(Program *p, const Term *terms, uint32_t count, Str *texts);

#endif
