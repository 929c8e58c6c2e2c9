/* Objects and places of a survey: which bytes are told apart.
 *
 * The offset of a place is normal: each array on the way down the type of the object is at its first element. That is a
 * function of the offset in bytes and of the type that the object is taken to have, so that a wrong type costs
 * precision only: two accesses to a common byte are always to overlapping places. An address that is computed stays in
 * the array that it points into, which C demands (the index is in bounds); where it is computed by the byte, backwards,
 * it may leave (container_of), and is then ANYWHERE in the object. So it is where an array is the first member of a
 * struct, and the address may be one of the struct's bytes. */
#ifndef CHORUS_C_SURVEY_OBJECT_H
#define CHORUS_C_SURVEY_OBJECT_H

#include "c/survey/state.h"

/* The object that a value makes; type NULL: without structure. */
uint32_t object_of(Survey *s, SurveyObjectKind kind, LLVMValueRef value, LLVMTypeRef type, bool repeats);
/* Whether addresses may be kept in it: not in a variable that is smaller than one. */
bool object_may_hold(const Survey *s, uint32_t object);
/* The place at an offset that need not be normal. */
uint32_t place_at(Survey *s, uint32_t object, uint64_t offset);
/* Where so many bytes behind the beginning lead; amid an array of bytes, that may be bytes of what it is a member of;
 * also at its beginning, if bytes were counted to come there, and the object goes on behind it. */
uint32_t place_bytes(Survey *s, uint32_t object, uint64_t offset, bool is_counted);
uint32_t place_anywhere(Survey *s, uint32_t object);
/* The place so many bytes behind; behind the beginning of a value of a type, inside of it; by an index of values of the
 * type. */
uint32_t place_shift(Survey *s, uint32_t place, int64_t bytes);
uint32_t place_inside(Survey *s, uint32_t place, int64_t bytes, LLVMTypeRef type);
uint32_t place_index(Survey *s, uint32_t place, int64_t bytes, LLVMTypeRef type);
/* By any index of values of the type, or of the elements of an array that begins there; NULL: anywhere. */
uint32_t place_vary(Survey *s, uint32_t place, LLVMTypeRef type);
/* Whether nobody knows how many bytes from the place on are bytes of an array that begins there. */
bool place_is_text(const Survey *s, uint32_t place, uint64_t *begin);
/* The innermost array that the place is in: where it begins, the size of an element, its length in bytes (UINT64_MAX:
 * not known). False: it is in none. */
bool place_array(const Survey *s, uint32_t place, uint64_t *begin, uint64_t *element, uint64_t *length);
/* The normal bytes [*from, *to) that so many bytes from the place on cover; false: any of the object. */
bool place_range(const Survey *s, uint32_t place, uint64_t bytes, uint64_t *from, uint64_t *to);
bool places_are_valid(const Survey *s);

#endif
