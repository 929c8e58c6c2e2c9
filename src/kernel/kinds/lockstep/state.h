/* What the checker of reductions keeps; types only. */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_STATE_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_STATE_H

#include "kernel/checker/checker.h"
#include "kernel/checker/live.h"
#include "proof/lockstep_proof.h"

/* A step of one thread, over the variables written out. */
typedef struct LockstepLetter {
    uint32_t thread;
    uint32_t from, to; /* LocId.i; `to` may be LOCKSTEP_END */
    Term guard;
    Term plain; /* the same without the conditions of cases; TERM_NONE: there are none */
    Assign *assigns;
    uint32_t assign_count;
    uint32_t child; /* the thread that it starts; NO_ID: none */
    bool is_error;
    const CertifyPath *path; /* that it is made of */
} LockstepLetter;

typedef VEC(uint32_t) LockstepIds;

/* A letter at a node, and the nodes that it may lead to: a part of LockstepCheck.targets. The first `count` of them are
 * those where no other one lets more threads sleep; `all` are sorted such that where more sleep comes first. */
typedef struct LockstepMove {
    uint32_t letter, first, count, all;
} LockstepMove;

typedef struct LockstepCheck {
    Checker *k;
    const LockstepProof *proof;
    const WrittenOut *w; /* the checker's own */
    uint32_t threads;
    uint32_t copies; /* instances of inputs are below */
    VEC(LockstepLetter) letters;
    LockstepIds *from; /* [thread * locations + location] */
    bool *has_letters;
    CheckerLive live;
    bool *spoken; /* per variable written out: by conditions of the proof */
    Intern pairs; /* [letter, letter]: asked whether they may be swapped */
    VEC(bool) may_swap;
    VEC(LockstepMove) * moves; /* per node */
    VEC(uint32_t) targets;
} LockstepCheck;

#endif
