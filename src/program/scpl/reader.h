/* Reads conditions over the variables of a given program, for files that speak about it. */
#ifndef CHORUS_PROGRAM_SCPL_READER_H
#define CHORUS_PROGRAM_SCPL_READER_H

#include "program/program.h"
#include "program/scpl/lexer.h"

typedef struct ScplReader ScplReader;

/* Names are those under which the program prints (scpl_names). */
ScplReader *scpl_reader_new(Program *p);
void scpl_reader_free(ScplReader *reader);
/* Parses from *token on, which was read last from the lexer; both then stand after the expression. Names are those of
 * shared variables and of the template's locals (.i = NO_ID: none). Errors stop the run with STOP_INPUT. */
Term scpl_read_condition(ScplReader *reader, TemplateId template, Lexer *lexer, Token *token);
/* Likewise a value of a sort. */
Term scpl_read_value(ScplReader *reader, TemplateId template, Sort sort, Lexer *lexer, Token *token);

#endif
