/* Statements of .scpl text. */
#ifndef CHORUS_SCPL_STATEMENT_H
#define CHORUS_SCPL_STATEMENT_H

#include "scpl/parser.h"

/* Up to the end, which is not read. */
void parse_statements(Parser *s, TokenKind end);

#endif
