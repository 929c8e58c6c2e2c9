/* Types of .scpl text and their names. */
#ifndef CHORUS_PROGRAM_SCPL_TYPES_H
#define CHORUS_PROGRAM_SCPL_TYPES_H

#include "program/scpl/parser.h"

/* The type of that name; false if it names none. */
bool scpl_type_of_name(const char *text, size_t length, ScplType *type);
bool parser_at_type(const Parser *s); /* a type name, followed by a name or '[' */
ScplType parser_type(Parser *s);
/* i32, u8[u32], ...; for messages. */
const char *scpl_sort_name(Parser *s, Sort sort, bool is_signed);
bool sort_is_number(Sort sort);

#endif
