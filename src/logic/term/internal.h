/* What a manager is made of; shared by the files of term/ only. */
#ifndef CHORUS_LOGIC_TERM_INTERNAL_H
#define CHORUS_LOGIC_TERM_INTERNAL_H

#include "base/intern.h"
#include "logic/term/term.h"

/* A node is a key of the table: kind and sort, value (2 words; a variable's symbol and instance), arguments. */
#define NODE_HEADER 3

/* A memo from term id to 32 bits, valid while stamp[id] == current. */
typedef struct Memo {
    uint32_t *stamp, *value;
    uint32_t capacity, current;
    bool in_use;
} Memo;

#define MEMO_LEVELS 8

struct TermManager {
    Run *run;
    Intern nodes;
    Memo memos[MEMO_LEVELS]; /* one for each depth of nested traversals */
    bool (*sign)(void *arg, Term var);
    void *sign_arg;
    bool unbounded; /* see term_manager_keep_unbounded */
};

/* Of nested arguments; what recurses over terms stops there. */
#define DEPTH_LIMIT 20000

#endif
