/* Tokens of .scpl text, one at a time. */
#ifndef CHORUS_PROGRAM_SCPL_TOKENS_H
#define CHORUS_PROGRAM_SCPL_TOKENS_H

#include "program/scpl/parser.h"

void parser_next(Parser *s);
bool parser_at(const Parser *s, TokenKind kind);
bool parser_at_keyword(const Parser *s, const char *keyword);
bool parser_accept(Parser *s, TokenKind kind);
bool parser_accept_keyword(Parser *s, const char *keyword);
/* what: how the message calls what is missing. */
void parser_expect(Parser *s, TokenKind kind, const char *what);
Token parser_peek(const Parser *s); /* the token after the current one */
_Noreturn void parser_unexpected(const Parser *s, const char *wanted);
/* Around what may nest: stops the run when it is nested too deeply. */
void parser_enter(Parser *s);
void parser_leave(Parser *s);
uint32_t parser_number(Parser *s, const char *what); /* a 32-bit number */
char *parse_string(Parser *s, const char *what);
SourcePos parser_pos(const Parser *s, const Token *token);
SourcePos parse_position_at(Parser *s, SourcePos otherwise); /* optional: at "file" line column */

#endif
