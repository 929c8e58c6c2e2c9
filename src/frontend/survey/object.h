/* Objects and places of a survey: which bytes are told apart.
 *
 * The offset of a place is normal: each array on the way down the type of the object is at its first element. That is a
 * function of the offset in bytes and of the type that the object is taken to have, so that a wrong type costs
 * precision only: two accesses to a common byte are always to overlapping places. An address that is computed stays in
 * the array that it points into, which C demands (the index is in bounds); where it is computed by the byte, backwards,
 * it may leave (container_of), and is then ANYWHERE in the object. */
#ifndef CHORUS_FRONTEND_SURVEY_OBJECT_H
#define CHORUS_FRONTEND_SURVEY_OBJECT_H

#include "frontend/survey/state.h"

/* The object that a value makes; type NULL: without structure. */
uint32_t object_of(Survey *s, ObjectKind kind, LLVMValueRef value, LLVMTypeRef type, bool repeats);
/* Whether addresses may be kept in it: not in a variable that is smaller than one. */
bool object_may_hold(const Survey *s, uint32_t object);
/* The place at an offset that need not be normal. */
uint32_t place_at(Survey *s, uint32_t object, uint64_t offset);
uint32_t place_anywhere(Survey *s, uint32_t object);
/* The place so many bytes behind; any multiple of so many bytes away (0: anywhere). */
uint32_t place_shift(Survey *s, uint32_t place, int64_t bytes, bool is_bytewise);
uint32_t place_vary(Survey *s, uint32_t place, uint64_t stride);
/* The innermost array that the place is in: where it begins, the size of an element, its length in bytes (UINT64_MAX:
 * not known). False: it is in none. */
bool place_array(const Survey *s, uint32_t place, uint64_t *begin, uint64_t *element, uint64_t *length);
/* The normal bytes [*from, *to) that so many bytes from the place on cover; false: any of the object. */
bool place_range(const Survey *s, uint32_t place, uint64_t bytes, uint64_t *from, uint64_t *to);
bool places_are_valid(const Survey *s);

#endif
