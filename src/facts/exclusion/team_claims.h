/* What may be claimed of the threads of a team and of their owner: candidates, made of the program's own terms. Which
 * of them hold is found in facts/exclusion/team.c. */
#ifndef CHORUS_FACTS_EXCLUSION_TEAM_CLAIMS_H
#define CHORUS_FACTS_EXCLUSION_TEAM_CLAIMS_H

#include "program/exclusion.h"

typedef struct TeamClaims {
    Program *p;
    TermManager *tm;
    TemplateId team, owner;
    VarId start;
    Term number;
    VarId name;          /* the team's parameter that is its name; .i = NO_ID: none */
    bool *is_own;        /* per variable: the owner's locals, and shared ones that only it assigns */
    bool *is_fixed;      /* per variable: parameters of the team that no edge assigns */
    VEC(VarId) counters; /* of the owner, of the sort of numbers */
    VEC(Term) limits;    /* constants that counters are compared with */
    VEC(Term) known;     /* over the owner's own variables */
    VEC(Term) about;     /* and a thread of the team; the first one: false */
    VEC(Term) mine;      /* over the parameters and the number */
    VEC(Term) told;      /* over the locals of a thread of the team: what it has of its parameters */
    bool is_counted;     /* numbers are counted; else they are addresses, and 0 where there is no object */
    bool is_signed;      /* how numbers are compared */
} TeamClaims;

/* All but `start` and the candidates. */
TeamClaims *team_claims_new(Program *p, TemplateId team, TemplateId owner, VarId name);
/* Candidates for numbers that are the values of the local. is_counted: it is counted up, and no address. */
void team_claims_make(TeamClaims *c, VarId start, bool is_counted);
void team_claims_free(TeamClaims *c);

#endif
