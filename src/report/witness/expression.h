/* Expressions of C, as witnesses have them, over the variables of a program where a thread stands.
 *
 * The values are those that C gives: integer promotions, the usual arithmetic conversions, casts, suffixes. What the
 * model cannot say (floating point, addresses, calls, what `*` points to) is refused with a reason, and so is a name
 * that several variables of the model may stand for: better nothing than another variable. */
#ifndef CHORUS_REPORT_WITNESS_EXPRESSION_H
#define CHORUS_REPORT_WITNESS_EXPRESSION_H

#include "program/program.h"

typedef struct WitnessScope {
    Program *p;
    TemplateId template; /* whose locals have names */
    SourcePos pos;       /* where: of locals of one name, the one declared last before is meant */
    bool long_is_32;     /* the data model: ILP32 */
    VarId result;        /* what `\result` stands for; NO_ID: nothing */
} WitnessScope;

/* The condition that it is not zero. TERM_NONE: *why says in one line what of it cannot be said. */
Term witness_condition(const WitnessScope *scope, const char *text, const char **why);
/* The name as the source has it of one that the front end made unique: "x" of "x_2" when that is a variable at x's
 * place of declaration. */
bool witness_name_is(const char *name, const char *wanted);

#endif
