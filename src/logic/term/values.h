/* Concrete values, and the memory of those that are arrays. */
#ifndef CHORUS_LOGIC_TERM_VALUES_H
#define CHORUS_LOGIC_TERM_VALUES_H

#include "logic/term/term.h"

/* Concrete values of arrays: a default and finitely many entries. */
typedef struct ArrayEntry {
    uint64_t index, value;
} ArrayEntry;
/* Memory behind entries that one of the values that share them may still take. */
typedef struct ArrayRoom {
    uint32_t used, capacity;
} ArrayRoom;
typedef struct Value {
    uint64_t bits;       /* scalar value, zero-extended; for arrays the default element */
    ArrayEntry *entries; /* arrays: sorted by index, no entry equals the default; of the run or of an arena */
    uint32_t count;
    ArrayRoom *room; /* NULL: nothing is known of what lies behind the entries */
} Value;

/* Memory of arrays that is freed all at once: a long run makes one for each store. */
typedef struct ValueArena ValueArena;
ValueArena *value_arena_new(Run *run);
void value_arena_free(ValueArena *arena);
/* Frees all values of the arena. */
void value_arena_clear(ValueArena *arena);
/* Are there twice as many as when some were kept last, and some megabytes? Then the old ones should be freed. */
bool value_arena_is_full(const ValueArena *arena);
/* Frees all but the given values, which move. Values outside of the arena may be among them. */
void value_arena_keep(ValueArena *arena, Value *const *values, uint32_t count);
/* Memory for entries: of the arena, or of the run where that is NULL. */
ArrayEntry *value_entries(Run *run, ValueArena *arena, uint32_t count);

bool value_equal(const Value *a, const Value *b);
/* The first entry whose index is not below; the count: there is none. */
uint32_t value_entry(const Value *array, uint64_t index);
uint64_t value_select(const Value *array, uint64_t index);
/* arena: NULL, the result is the run's. */
Value value_store(Run *run, ValueArena *arena, const Value *array, uint64_t index, uint64_t element);

#endif
