/* Statements of .scpl text. */
#ifndef CHORUS_PROGRAM_SCPL_STATEMENT_H
#define CHORUS_PROGRAM_SCPL_STATEMENT_H

#include "program/scpl/parser.h"

/* Up to the end, which is not read. */
void parse_statements(Parser *s, TokenKind end);

#endif
