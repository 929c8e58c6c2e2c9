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
 * Static storage starts with all of them zero, which is what the static initialisers mean. */
#ifndef CHORUS_FRONTEND_MEMORY_SYNC_OBJECT_H
#define CHORUS_FRONTEND_MEMORY_SYNC_OBJECT_H

#include "frontend/model/emit.h"
#include "frontend/model/state.h"

/* The types, as glibc numbers them; all others are like the default one. */
#define MUTEX_RECURSIVE 1
#define MUTEX_ERRORCHECK 2
#define MUTEX_TYPE_MAX 3 /* adaptive, which makes no difference */

/* The synchronisation object of a kind at an address. */
uint32_t sync_cell(Lowering *L, const Val *address, SyncKind kind);
/* Adds the variables of a new cell. name: of the object in the source. */
void sync_declare(Lowering *L, uint32_t cell, const char *name);
/* What a static initialiser makes of an object: the type of a mutex, else 0; refuses what is not supported. */
uint32_t sync_initial(Lowering *L, SyncKind kind, const Object *o, uint64_t offset, uint64_t size);
/* Adds to the step that the object is as static initialisation makes it. */
void sync_reset(Lowering *L, uint32_t cell, uint32_t type, Step *step);
void sync_havoc(Lowering *L, uint32_t cell, Step *step);
/* A count of the thread at hand: how often it holds the mutex; for read-write locks see rwlock.h. */
VarId sync_own(Lowering *L, uint32_t cell);
bool sync_is_typed(const Lowering *L, uint32_t cell);
/* Whether an attribute object may say that a mutex is not like the default one. */
bool sync_has_attributes(const Lowering *L);

#endif
