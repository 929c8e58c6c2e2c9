/* Names of locks, and sets of them by numbers; in a set, 2 * name + 1 is a lock that is held to write, 2 * name one
 * held to read. */
#ifndef CHORUS_C_SURVEY_CELLS_LOCKSET_H
#define CHORUS_C_SURVEY_CELLS_LOCKSET_H

#include "c/survey/state.h"

typedef enum NameKind {
    NAME_PLACE,  /* place */
    NAME_VALUE,  /* bytes from the value */
    NAME_FROZEN, /* bytes from what is at the place */
    NAME_FRESH,  /* no lock: memory that the value points to, and nobody else knows of */
    NAME_OWN,    /* no lock: the value lies so many bytes behind what each thread of a team is told; place: its class */
    NAME_INSIDE  /* bytes from the beginning of the object, or of the element, that is accessed; for cells only */
} NameKind;

typedef struct LockName {
    NameKind kind;
    uint32_t place;
    LLVMValueRef value;
    int64_t bytes;
} LockName;

typedef struct FunctionLocks FunctionLocks; /* locks.c */

typedef struct Locks {
    Survey *s;
    const bool *is_frozen;
    Intern name_ids;
    VEC(LockName) names;
    Intern set_ids; /* a 0, then the entries in order */
    FunctionLocks *functions;
} Locks;

#define LOCKS_TOP UINT32_MAX /* not reached */

/* Of a survey; the empty set is there. */
Locks *locks_new(Survey *s);
/* The number of a name. */
uint32_t locks_intern(Locks *l, const LockName *name);
const LockName *locks_name(const Locks *l, uint32_t name);
/* The set of entries, which need not be in order; they are put in order. */
uint32_t locks_set(Locks *l, uint32_t *entries, uint32_t count);
/* The entries of a set, until the next one is made. */
const uint32_t *locks_of(const Locks *l, uint32_t set, uint32_t *count);
/* A lock that is in both, to write in one of them; false: there is none. */
bool locks_common(const Locks *l, uint32_t a, uint32_t b, uint32_t *name);
/* Whether memory that an address is computed in is known to nobody else. */
bool locks_are_fresh(const Locks *l, uint32_t set, LLVMValueRef address);
/* The set without the entries that are not kept. */
typedef bool Keeps(const Locks *l, const LockName *name, const void *arg);
uint32_t set_filter(Locks *l, uint32_t set, Keeps *keeps, const void *arg);
/* What is in both sets; LOCKS_TOP: in the other one. */
uint32_t set_meet(Locks *l, uint32_t a, uint32_t b);
uint32_t set_add(Locks *l, uint32_t set, uint32_t entry);

/* Whether a store to one place may change what is at another; at any that is frozen. */
bool locks_may_change(const Locks *l, uint32_t stored, uint32_t frozen);
bool locks_may_change_frozen(const Locks *l, uint32_t stored);
/* Where an address may be; NULL: nowhere that is known. */
const Ids *locks_targets(const Locks *l, LLVMValueRef value);
/* The place that a value was loaded from, if it is frozen; UINT32_MAX: it is not. */
uint32_t locks_frozen_place(const Locks *l, LLVMValueRef value);
/* The names of the lock at an address, at most two; returns how many. */
uint32_t locks_find_names(Locks *l, LLVMValueRef address, uint32_t *names);

#endif
