/* Tokens of litmus tests, one at a time. */
#ifndef CHORUS_PROGRAM_LITMUS_TOKENS_H
#define CHORUS_PROGRAM_LITMUS_TOKENS_H

#include "program/litmus/parser.h"

/* Reads the first line and what follows up to the initial state, and stands at its brace. */
void litmus_read_header(LitmusParser *s, const char *file, const char *text, size_t length);

void litmus_next(LitmusParser *s);
bool litmus_at(const LitmusParser *s, TokenKind kind);
bool litmus_at_word(const LitmusParser *s, const char *word);
bool litmus_accept(LitmusParser *s, TokenKind kind);
bool litmus_accept_word(LitmusParser *s, const char *word);
/* what: how the message calls what is missing. */
void litmus_expect(LitmusParser *s, TokenKind kind, const char *what);
TokenKind litmus_peek(const LitmusParser *s); /* the kind of the token after the current one */
_Noreturn void litmus_unexpected(const LitmusParser *s, const char *wanted);
/* At the current token. */
_Noreturn void litmus_error(const LitmusParser *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Around what may nest: stops the run when it is nested too deeply. */
void litmus_enter(LitmusParser *s);
void litmus_leave(LitmusParser *s);
/* A name, owned by the run. */
const char *litmus_name(LitmusParser *s, const char *what);
/* A number with a sign, modulo 2^32. */
uint64_t litmus_value(LitmusParser *s);
/* "P3", or the number 3 before a colon: which thread that is. NO_ID: the current token says none. */
uint32_t litmus_thread_number(const LitmusParser *s);

#endif
