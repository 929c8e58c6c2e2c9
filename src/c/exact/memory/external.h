/* Memory that is not of the program's objects: what argv points to, what functions of the library return the address
 * of, their tables, errno.
 *
 * It is one object whose bytes nobody knows: what is read there is any value, a counterexample must not need it, and
 * what is written is forgotten, but for addresses: an address that is read there may be any that was left there. Which
 * bytes an access touches is not known either, so that any two of different threads may race, of which one writes.
 *
 * What functions give the address of that keep a state (c/library/state.h) is an object for each such memory, of the
 * same kind: addresses that are read there lead to it, or are some that were left outside. */
#ifndef CHORUS_C_EXACT_MEMORY_EXTERNAL_H
#define CHORUS_C_EXACT_MEMORY_EXTERNAL_H

#include "c/exact/memory/slot.h"
#include "c/library/state.h"

/* What a counterexample must not need. */
#define EXTERNAL_IS_ARBITRARY "memory of the library holds any values"

typedef enum External {
    EXTERNAL_MEMORY,
    EXTERNAL_TABLE,     /* nobody writes there: the tables behind isdigit */
    EXTERNAL_OWN,       /* of each thread: errno */
    EXTERNAL_ARGUMENTS, /* of each thread: where va_arg finds the arguments of a function */
    EXTERNAL_ARGV,      /* argv, and what it leads to, where memory safety is asked (memory/argv.h) */
    EXTERNAL_ARGUMENT,
    EXTERNAL_KEPT, /* a list of memory that the library goes on writing when the call that it was given to is over */
    EXTERNAL_LENT  /* a list of memory of which functions were given the address that call the program while they run */
} External;

/* The start of it. */
Val external_start(Lowering *L, External kind);
/* The address whose number is t: NULL, somewhere in it, or an address that was left there. */
Val external_address(Lowering *L, External kind, Term t);
/* An address of any kind is left there. */
void external_leave(Lowering *L, External kind, const Val *v);
/* Likewise, but never one that was left there. */
Val external_area(Lowering *L, External kind, Term t);
/* What addresses have been left there. */
const Targets *external_left(Lowering *L, External kind);
/* A slot holds such an address from the start. */
void external_initial(Lowering *L, const SlotKey *slot);
/* The start of what a state shows; false: nothing. */
bool external_shown(Lowering *L, LibraryState state, Val *start);
/* Adds an address of what the states of a function show; false: they show nothing. */
bool external_add_shown(Lowering *L, const char *function, Targets *targets);
/* The address that a function gives, whose number is t: of that, or as external_address says. */
Val external_result(Lowering *L, const char *function, Term t);
/* What the calls of a state were given the address of, to go on with it later. */
void external_keep(Lowering *L, LibraryState state, const Val *v);
const Targets *external_kept(Lowering *L, LibraryState state);
/* Whether an address of the program's has been left outside. */
bool external_has_left(Lowering *L);
/* What is read there. */
Val external_read(Lowering *L, uint32_t object, LLVMTypeRef type);

#endif
