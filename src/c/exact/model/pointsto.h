/* Points-to sets: what the pointers that are kept in one place may point to (inclusion-based, flow-insensitive;
 * field-sensitive because every scalar of an object is a place of its own, context-sensitive because every call
 * is inlined). The sets only grow; lowering starts over until they no longer do. */
#ifndef CHORUS_C_EXACT_MODEL_POINTSTO_H
#define CHORUS_C_EXACT_MODEL_POINTSTO_H

#include <llvm-c/Core.h>

#include "base/vec.h"

/* Byte `offset` of an object, or with a stride > 0 every byte at a distance of a multiple of it, before and after
 * (then 0 <= offset < stride). An object is named by the value that makes it (a global, an alloca, a call of malloc, a
 * function) and the inlined call that this stands in (0 for globals and functions). */
typedef struct Target {
    LLVMValueRef value;
    uint32_t scope;
    int64_t offset;
    uint64_t stride;
} Target;

typedef struct Targets {
    VEC(Target) list;
    bool has_number; /* may also be a number that is not known */
} Targets;

/* At most so many single bytes of one object; then they become one target with a stride, so that sets stay finite. */
#define TARGETS_EXACT 8

/* The address this many strides[i] apart; strides of 0 do not count. */
Target target_make(LLVMValueRef value, uint32_t scope, int64_t offset, const uint64_t *strides, uint32_t count);
/* For checks: offsets within their strides, no target covered by another, few single bytes of one object. */
bool targets_are_valid(const Targets *set);
/* Whether some target of the set covers it. */
bool targets_cover(const Targets *set, const Target *t);
bool target_covers(const Target *wide, const Target *t);
/* Both return whether the set has grown. */
bool targets_add(Run *run, Targets *set, Target t);
bool targets_join(Run *run, Targets *set, const Targets *other);
/* Adds the elements of `other`, each moved by an offset and by multiples of the strides. */
bool targets_join_moved(Run *run, Targets *set, const Targets *other, int64_t offset, const uint64_t *strides,
                        uint32_t count);

#endif
