/* The letters of a program with a fixed number of threads: what each thread can do in one step, written out, so that
 * terms about all threads can be composed. */
#ifndef CHORUS_ENGINES_LOCKSTEP_LETTERS_H
#define CHORUS_ENGINES_LOCKSTEP_LETTERS_H

#include "proof/written_out.h"

/* Sets of variables written out, `Letters.words` words each. */
typedef uint64_t *VarSet;
static inline bool varset_has(const uint64_t *set, uint32_t v) { return (set[v / 64] >> (v % 64)) & 1; }
static inline void varset_add(uint64_t *set, uint32_t v) { set[v / 64] |= UINT64_C(1) << (v % 64); }

typedef struct Letter {
    uint32_t thread;
    LocId from, to; /* of the merged program */
    Term guard;     /* over variables written out and inputs */
    Term plain; /* the same without conditions of cases (below): it can be taken if this holds, in one case or other */
    Assign *assigns;
    uint32_t assign_count;
    uint32_t child; /* the thread that it starts; NO_ID: none */
    bool is_error;
    bool closes_loop; /* an edge back to where a loop begins */
    bool in_loop;     /* it leaves a location of a loop */
    uint32_t exit;    /* one of several ways out of a loop, numbered from 1; 0: it is none */
    VarSet reads, writes;
} Letter;

typedef VEC(uint32_t) LetterIds;

/* Each letter from there is two: for states in which the condition holds, and for those in which it does not. */
typedef struct LetterCase {
    uint32_t thread;
    LocId from;
    Term condition; /* over variables written out, without inputs */
} LetterCase;
typedef VEC(LetterCase) LetterCases;

typedef struct Letters {
    Program *merged;
    const WrittenOut *w;
    uint32_t threads, words;
    uint32_t copies; /* instances of inputs are below */
    VEC(Letter) all;
    LetterCases cases; /* that they were split by */
    LetterIds *from;   /* [thread * locations + location] */
} Letters;

/* The threads of w, which is about the unmerged program, with the edges of the merged one. weaken: edges that differ in
 * their guards only become one, whose guard is what theirs have in common. NULL: a start of a thread cannot be told. */
Letters *letters_new(Program *merged, const WrittenOut *w, bool weaken);
/* To be called before anything is known of letters by their numbers. */
void letters_split(Letters *l, LetterCase by);
const LetterIds *letters_from(const Letters *l, uint32_t thread, LocId loc);
VarSet varset_new(const Letters *l);
/* After letters have changed their numbers. */
void letters_index(Letters *l);
/* Fills in what it reads and writes. */
void letters_find_accesses(Letters *l, Letter *letter);

#endif
