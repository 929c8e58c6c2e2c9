/* Reuse of freed memory: a later malloc may give an address that an earlier one gave, and a pointer that was kept is
 * then equal to the new one (the ABA problem of lock-free structures).
 *
 * C lets a program see this in one way only: by a comparison of two addresses, a compare-and-exchange included. Who
 * uses freed memory is undefined, and what new memory holds is arbitrary. So every run is, but for the names of
 * addresses, a run in which new memory is always fresh, unless two objects are compared of which one may have been made
 * where the other was. Objects of the heap that are compared somewhere are put in one class, and so on transitively; in
 * a class of several objects of which some may be freed (Facts: found in passes), a call that makes one of them may
 * also give any that is freed just now (c/exact/heap/renew.h). Such objects get a flag (freed.h), all others and all
 * programs without such a class are modelled as if there were no reuse.
 *
 * Why that is enough: of a real run name each address of a class by the first object of that class that had it. Two
 * members of one class then have the same name exactly when they have the same address. Two objects of different
 * classes are never compared. So all comparisons come out as in the real run, and the object that a call makes is fresh
 * or one that its class has and that is freed.
 *
 * Not modelled, and said in a note where it could matter (assumption.h): memory that is given again to who asks for
 * another number of bytes, or in part, and realloc that leaves memory where it is. Classes are of objects of one size;
 * all sizes that are not constant count as one. */
#ifndef CHORUS_C_EXACT_MODEL_REUSE_H
#define CHORUS_C_EXACT_MODEL_REUSE_H

#include "c/exact/model/state.h"

/* The targets may be freed. */
void reuse_note_freed(Lowering *L, const Targets *targets);
/* The targets may be what realloc is given. */
void reuse_note_resized(Lowering *L, const Targets *old);
/* Addresses of the one are compared with addresses of the other. Objects that can be one after the other at one address
 * must be reached by the same threads: when one is shared the other is, too, from the next pass on. */
void reuse_note_compared(Lowering *L, const Targets *a, const Targets *b);
/* When all is lowered: says what is assumed about objects that are compared (Unlike), of which some may be freed; this
 * may be known only behind the comparison. */
void reuse_end(Lowering *L);
/* Whether the object's class has several members of which some may be freed. */
bool reuse_is_observed(Lowering *L, uint32_t heap);
/* Whether memory of the one may be given to who makes the other, which is observed: freed, of the same class and size.
 */
bool reuse_may_follow(const Lowering *L, uint32_t earlier, uint32_t later);

#endif
