/* What may be claimed of a counter and of the numbers that threads draw from it: candidates, made of the program's own
 * terms. Which of them hold is found in facts/exclusion/own.c. */
#ifndef CHORUS_FACTS_EXCLUSION_OWN_CLAIMS_H
#define CHORUS_FACTS_EXCLUSION_OWN_CLAIMS_H

#include "program/program.h"

/* At locations of a template: a condition, or that a local holds a number of the thread's own. */
typedef struct OwnClaim {
    TemplateId template;
    Term term;      /* of a number: when it is one */
    VarId number;   /* .i = NO_ID: a condition; else the claim before it is that it lies behind the counter */
    bool is_shared; /* speaks of the counter */
} OwnClaim;

typedef struct OwnClaims {
    Program *p;
    TermManager *tm;
    VarId var; /* the counter */
    Sort sort;
    bool is_signed;
    uint64_t width;
    Term counter, first;          /* its value, now and at the start */
    VEC(VarId) numbers;           /* locals that may hold some */
    VEC(VarId) nexts;             /* that may hold what the counter is to be */
    VEC(Term) nones;              /* constants that stand for none */
    VEC(Term) conditions, limits; /* of branches; constants that the counter may stay below */
    VEC(uint64_t) widths;         /* steps that it may be moved on by */
    VEC(Term) always;
    VEC(OwnClaim) claims;
} OwnClaims;

/* Candidates for a counter: everything but `width`, `always` and `claims`. Not a counter: no widths. */
OwnClaims *own_claims_of(Program *p, VarId counter);
/* `always` and `claims` for numbers that are so far apart. What is always claimed holds at the start. */
void own_claims_make(OwnClaims *f, uint64_t width);
void own_claims_free(OwnClaims *f);

/* Does t speak of the variable? */
bool own_speaks_of(TermManager *tm, Term t, VarId v);
/* Do the two speak of a common variable? */
bool own_have_common(TermManager *tm, Term a, Term b);

#endif
