/* Terms to Z3, and what the session knows of terms; internal to smt/. */
#ifndef CHORUS_LOGIC_SMT_TRANSLATE_H
#define CHORUS_LOGIC_SMT_TRANSLATE_H

#include "logic/smt/internal.h"

/* What the session knows of t; valid until the next call. */
TermInfo *smt_info(Smt *smt, Term t);
/* Translates; the result is owned by the session. NULL when Z3 refuses (the session is broken then). */
Z3_ast smt_translate(Smt *smt, Term t);
/* Registers an AST made just now: takes a reference; NULL sets broken. */
static inline Z3_ast smt_own(Smt *smt, Z3_ast ast)
{
    if (!ast)
        smt->broken = true;
    else
        Z3_inc_ref(smt->ctx, ast);
    return ast;
}
/* Z3's sort for a term's; not owned. */
Z3_sort smt_sort(Smt *smt, Sort sort);

#endif
