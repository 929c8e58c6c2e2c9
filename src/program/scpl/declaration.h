/* Declarations of variables and parameters, with their initial values. */
#ifndef CHORUS_PROGRAM_SCPL_DECLARATION_H
#define CHORUS_PROGRAM_SCPL_DECLARATION_H

#include "program/scpl/parser.h"

/* [type] name [= value] [at ...] {, name ...} ; the keyword has been read. */
void parse_declaration(Parser *s, VarClass class);
/* Optional: (type name [= value], ...), as locals of the current template. */
void parse_parameters(Parser *s);

#endif
