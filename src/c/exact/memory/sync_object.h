/* Synchronisation objects: a cell with variables of its own, whatever the C library keeps in that memory.
 *
 *   mutex        held; where it may be of another type than the default one: its type, and in each thread how often
 *                the thread holds it
 *   attribute    the type that pthread_mutexattr_settype sets
 *   rwlock       held by a writer; the number of read locks; in each thread, whether it is the writer, or how often a
 *                reader
 *   spinlock     held
 *   once         somebody has begun; it has been done
 *   barrier      open: threads are leaving; how many it is for; how many are inside; whether one has been told that it
 *                is the serial one
 *   semaphore    the value
 *
 * Static storage starts with all of them zero, which is what the static initialisers mean.
 *
 * Where an index of an array of them is no constant and only assertions are asked, the array is one cell (see
 * program/watched.h). */
#ifndef CHORUS_C_EXACT_MEMORY_SYNC_OBJECT_H
#define CHORUS_C_EXACT_MEMORY_SYNC_OBJECT_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* The types, as glibc numbers them; all others are like the default one. */
#define MUTEX_RECURSIVE 1
#define MUTEX_ERRORCHECK 2
#define MUTEX_TYPE_MAX 3 /* adaptive, which makes no difference */

/* Where a synchronisation object is. */
typedef struct SyncPlace {
    uint32_t cell;
    Term index;     /* the cell is of an array: which element, 32 bits; TERM_NONE: the cell is the object */
    Term condition; /* index within bounds; TERM_NONE: always */
} SyncPlace;

/* The synchronisation object of a kind at an address. */
SyncPlace sync_place(Lowering *L, const Val *address, SyncKind kind);
/* Whether variable indices in addresses (VAL_POINTER) of the kind can stay, since they tell elements of a cell apart.
 */
bool sync_may_be_element(Lowering *L, const Val *address, SyncKind kind);
/* Whether the scalar or mutex at an address is a synchronisation object, and of which kind. */
bool leaf_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind);
/* Variable k (0: Cell.var) of the object before a step. */
Term sync_value(Lowering *L, const SyncPlace *place, unsigned k);
/* Adds to the step that variable k becomes the value. */
void sync_assign(Lowering *L, const SyncPlace *place, unsigned k, Term value, Step *step);
/* Adds the variables of a new cell. name: of the object in the source. */
void sync_declare(Lowering *L, uint32_t cell, const char *name);
/* What a static initialiser makes of an object: the type of a mutex, else 0; refuses what is not supported. */
uint32_t sync_initial(Lowering *L, SyncKind kind, const Object *o, uint64_t offset, uint64_t size);
/* Adds to the step that the object is as static initialisation makes it. */
void sync_reset(Lowering *L, const SyncPlace *place, uint32_t type, Step *step);
void sync_havoc(Lowering *L, const SyncPlace *place, Step *step);
/* A count of the thread at hand: how often it holds the mutex; for read-write locks see rwlock.h. */
VarId sync_own(Lowering *L, uint32_t cell);
/* Whether the thread at hand holds the lock, of a kind that does not count; see waits.h. */
VarId sync_owner(Lowering *L, uint32_t cell);
bool sync_is_typed(const Lowering *L, uint32_t cell);
/* Whether an attribute object may say that a mutex is not like the default one. */
bool sync_has_attributes(const Lowering *L);

#endif
