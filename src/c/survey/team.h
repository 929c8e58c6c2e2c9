/* Teams: threads that a loop starts, one in a round, each of which is told where something of its own is. */
#ifndef CHORUS_C_SURVEY_TEAM_H
#define CHORUS_C_SURVEY_TEAM_H

#include "c/survey/join.h"
#include "c/survey/rounds.h"

#define WHOLE_OBJECT UINT64_MAX

typedef struct Team {
    uint32_t class;
    LLVMValueRef start;   /* the call */
    Loop *loop;           /* around it; its counters tell rounds apart. NULL: what follows is of no use */
    Element handle;       /* base NULL: not known, or written elsewhere */
    Element told;         /* what each is told; base NULL: nothing of its own */
    uint64_t own;         /* so many bytes from there are its own; WHOLE_OBJECT: an object allocated for it */
    LLVMValueRef counter; /* that tells threads apart by what they are told; NULL: they were told no such thing */
    bool is_number;       /* they are told the counter itself */
    int64_t number_at;    /* or it is kept so many bytes behind what they are told; -1: nowhere */
} Team;

/* A call that joins, in each round of a loop, the thread that another round of the team's loop has started. */
typedef struct TeamJoin {
    uint32_t team;
    LLVMValueRef call, counter;
    Loop *loop;
    bool is_all; /* where the loop is left by its header, all threads of the team have ended */
} TeamJoin;

typedef struct Teams {
    VEC(Team) all;
    VEC(TeamJoin) joins;
} Teams;

/* After it is known what is single and executed once. */
void teams_find(Survey *s);
/* Calls visit with each class whose threads, all of them, have ended when control goes from a block to another. */
void teams_visit_edge(const Survey *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to, JoinVisit *visit, void *arg);
/* Where accesses of two threads of a class do not meet: in what each was told, or in the elements of a variable that
 * have its number. */
typedef struct OwnMemory {
    uint32_t class;
    LLVMValueRef base; /* NULL: what it was told */
    uint64_t stride;
} OwnMemory;

/* The team with all threads that begin with the function; NULL: there is none that has something of its own. */
const Team *team_of_function(const Survey *s, LLVMValueRef function);
const Team *team_of_class(const Survey *s, uint32_t class);
/* Whether an access to so many bytes, by a thread of the team that was told what lies `before` bytes before a value, is
 * to elements with its number. */
bool team_has_element(const Survey *s, const Team *t, LLVMValueRef value, int64_t before, LLVMValueRef address,
                      uint64_t bytes, OwnMemory *out);
/* Whether an instruction's access is made by the thread that starts and joins a team, to what is that of a thread which
 * has not been started or has been joined. */
bool team_leaves_element(const Survey *s, LLVMValueRef instruction, LLVMValueRef address, uint64_t bytes,
                         OwnMemory *out);

#endif
