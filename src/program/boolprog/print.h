/* Boolean broadcast programs as text. */
#ifndef CHORUS_PROGRAM_BOOLPROG_PRINT_H
#define CHORUS_PROGRAM_BOOLPROG_PRINT_H

#include "program/boolprog/boolprog.h"

/* Text that boolprog_parse reads back as an equal program. */
void boolprog_print(const BoolProgram *p, Str *out);
/* One statement without its number and semicolon. */
void boolprog_print_statement(const BoolProgram *p, const BoolStmt *s, Str *out);

#endif
