/* Values of C's integer types as terms: promotions and the usual arithmetic conversions. */
#ifndef CHORUS_REPORT_WITNESS_VALUE_H
#define CHORUS_REPORT_WITNESS_VALUE_H

#include "logic/term/term.h"

#define INT_WIDTH 32
#define LONG_LONG_WIDTH 64

/* Of a bit-vector sort as C's integer types, or Boolean where a comparison or `_Bool` gives one. */
typedef struct CValue {
    Term term; /* TERM_NONE after a problem */
    bool is_signed;
} CValue;

unsigned value_width(TermManager *tm, CValue v);
bool value_is_bool(TermManager *tm, CValue v);
CValue value_of_bool(Term t);
/* As a cast to such a type. */
CValue value_to_width(TermManager *tm, CValue v, unsigned width, bool is_signed);
/* To int, what is narrower. */
CValue value_promote(TermManager *tm, CValue v);
/* To one type, which an operation on both has. */
void value_balance(TermManager *tm, CValue *a, CValue *b);
/* That it is not zero. */
Term value_condition(TermManager *tm, CValue v);
/* Operands of a comparison, balanced: where both are extended, what was extended, which compares alike. */
void value_narrow(TermManager *tm, CValue *a, CValue *b);

#endif
