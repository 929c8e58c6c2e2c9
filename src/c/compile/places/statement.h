/* Where the statements of a C text begin and end. The text is read as it stands, before the preprocessor: what macros
 * hide is not seen, and a text whose braces do not fit together has no statements at all. */
#ifndef CHORUS_C_COMPILE_PLACES_STATEMENT_H
#define CHORUS_C_COMPILE_PLACES_STATEMENT_H

#include "base/run.h"
#include "base/vec.h"

typedef enum StatementKind {
    STATEMENT_PLAIN, /* up to its semicolon; of if and switch the condition */
    STATEMENT_WHILE, /* the condition of the loop */
    STATEMENT_FOR,   /* what is done before the loop */
    STATEMENT_DO,    /* the word */
    STATEMENT_MACRO  /* a macro that stands before a block */
} StatementKind;

/* Offsets in the text: [start, end). */
typedef struct Statement {
    size_t start, end;
    StatementKind kind;
} Statement;

/* Where one may say that it begins: at its first character, or at a label or a brace before it. */
typedef struct StatementStart {
    size_t at;
    uint32_t statement;
} StatementStart;

typedef struct Statements {
    const char *text;
    VEC(Statement) all;         /* in order; those inside of others, in expressions, are not listed */
    VEC(StatementStart) starts; /* in order */
    VEC(size_t) lines;          /* where lines begin */
} Statements;

/* Line and column of the text, from 1 on. */
typedef struct TextPos {
    uint32_t line, column;
} TextPos;

/* False: no statement can be told. The text must live as long. */
bool statements_read(Run *run, const char *text, Statements *out);
TextPos statements_pos(const Statements *s, size_t at);
/* The statement that begins at the place, blanks before it being passed over; column 0: the only one that begins on the
 * line. NULL: *why says why not. */
const Statement *statement_starting_at(const Statements *s, uint32_t line, uint32_t column, const char **why);
/* Likewise the loop, of several statements on the line the only one; none that begins with do. */
const Statement *statement_loop_at(const Statements *s, uint32_t line, uint32_t column, const char **why);
/* The statement that has the place inside of it, or NULL. */
const Statement *statement_around(const Statements *s, uint32_t line, uint32_t column);

#endif
