/* Names of .scpl text: of variables, templates, labels, what let binds. */
#ifndef CHORUS_PROGRAM_SCPL_NAMES_H
#define CHORUS_PROGRAM_SCPL_NAMES_H

#include "program/scpl/parser.h"

bool scpl_is_reserved(const char *text, size_t length); /* keyword or type */
bool parser_at_name(const Parser *s);                   /* a name that is no keyword */
uint32_t parser_intern(Parser *s, const char *text);
/* Id of the name that the current token is; goes on to the next. */
uint32_t parser_name(Parser *s, const char *what);
/* VarId, or NO_ID. */
uint32_t parser_lookup_var(const Parser *s, uint32_t name);

#endif
