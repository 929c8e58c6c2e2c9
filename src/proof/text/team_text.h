/* Conditions of facts about teams as text. They speak of two threads at once, the owner and one of the team, so they
 * are read and written over a program in which the owner has further locals: `its.P` for each parameter P of the team,
 * and `its.number`. */
#ifndef CHORUS_PROOF_TEXT_TEAM_TEXT_H
#define CHORUS_PROOF_TEXT_TEAM_TEXT_H

#include "program/exclusion.h"
#include "program/scpl/reader.h"

typedef struct TeamView {
    Program *from, *p; /* the program; the same with these locals */
    TemplateId owner;
    VarId *member;  /* per variable of `from`: the local that stands for a parameter of the team; .i = NO_ID: none */
    VarId *meant;   /* per variable of `p`: the inverse */
    VarId number;   /* of p */
    Term is_number; /* what it stands for */
    ScplReader *reader;
} TeamView;

/* start: a local of the owner, which says of what sort numbers are. Freed by team_view_free. */
TeamView *team_view_new(Program *from, TemplateId team, TemplateId owner, VarId start);
void team_view_free(TeamView *v);
void team_view_print(TeamView *v, Term t, Str *out);
/* As scpl_read_condition. */
Term team_view_read(TeamView *v, Lexer *lexer, Token *token);

#endif
