#include "c/exact/library/text_end.h"

#include <string.h>

#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

#define BYTES 256u /* of an array, looked at one by one */

static bool is_character(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

uint64_t text_bytes(Lowering *L, const Val *address, uint64_t *size)
{
    LLVMTypeRef type = L->objects.data[address->object].type;
    if (!type || address->offset < 0) return 0;
    for (uint64_t offset = (uint64_t)address->offset;;) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        *size = LLVMABISizeOfType(L->layout, type);
        if (offset >= *size) return 0;
        if (kind == LLVMArrayTypeKind) {
            LLVMTypeRef element = LLVMGetElementType(type);
            if (is_character(element)) return *size - offset;
            offset %= LLVMABISizeOfType(L->layout, element);
            type = element;
        } else if (kind == LLVMStructTypeKind) {
            unsigned k = LLVMElementAtOffset(L->layout, type, offset);
            offset -= LLVMOffsetOfElement(L->layout, type, k);
            type = LLVMStructGetTypeAtIndex(type, k);
        } else {
            return 0;
        }
    }
}

/* Whether the byte is 0; TERM_NONE: that is not known. */
static Term is_end(Lowering *L, const Val *address, uint64_t k)
{
    Val at = *address;
    Place place;
    at.offset += (int64_t)k;
    if (place_try(L, &at, LLVMInt8TypeInContext(L->context), false, &place)) return TERM_NONE;
    if (place.kind != PLACE_CELL && place.kind != PLACE_CONSTANT) return TERM_NONE;
    if (term_is(place.limit)) return TERM_NONE;
    Val v = place_read(L, &place);
    if (v.kind != VAL_TERM || !sort_same(term_sort(L->tm, v.terms[0]), sort_bv(8))) return TERM_NONE;
    Term end = term_eq(L->tm, v.terms[0], term_bv(L->tm, 8, 0));
    return term_is(place.condition) ? term_and(L->tm, place.condition, end) : end;
}

static Term end_of_choice(Lowering *L, const Val *v)
{
    if (v->kind != VAL_POINTER) return TERM_NONE;
    const Object *o = &L->objects.data[v->object];
    uint64_t size;
    uint64_t rest = o->is_external ? 0 : text_bytes(L, v, &size);
    if (rest == 0) return TERM_NONE;
    for (uint32_t i = 0; i < v->count; i++) /* in an array of such arrays */
        if (v->strides[i] % size != 0) return TERM_NONE;
    bool is_shared = o->is_shared;
    Term end = is_end(L, v, rest - 1);
    for (uint64_t k = 0; k + 1 < rest && rest <= BYTES && !is_shared && term_is(end); k++) {
        Term here = is_end(L, v, k);
        end = term_is(here) ? term_or(L->tm, end, here) : TERM_NONE;
    }
    return end;
}

Term text_end(Lowering *L, const Val *address)
{
    Choices choices = {0};
    Term all = term_bool(L->tm, true);
    if (!val_is_address(address)) return TERM_NONE;
    choices_find(L, address, &choices);
    for (uint32_t i = 0; i < choices.count && term_is(all); i++) {
        Term end = end_of_choice(L, &choices.data[i].val), guard = choices.data[i].guard;
        if (term_is(end) && term_is(guard)) end = term_or(L->tm, term_not(L->tm, guard), end);
        all = term_is(end) ? term_and(L->tm, all, end) : TERM_NONE;
    }
    if (choices.count == 0) all = TERM_NONE;
    vec_free(L->run, &choices);
    return all;
}

Term text_own_end(Lowering *L, const Val *address, LLVMValueRef size)
{
    uint64_t whole, rest = 0;
    bool is_own = address->kind == VAL_POINTER && address->count == 0 && !L->objects.data[address->object].is_shared;
    if (is_own) rest = text_bytes(L, address, &whole);
    Val given = operand_val(L, size);
    if (rest == 0 || rest > BYTES || given.kind != VAL_TERM || term_sort(L->tm, given.terms[0]).kind != SORT_BV)
        return TERM_NONE;
    Term end = text_end(L, address);
    if (!term_is(end)) return TERM_NONE;
    Term most = term_const(L->tm, term_sort(L->tm, given.terms[0]), rest);
    return term_or(L->tm, term_less(L->tm, TERM_ULT, most, given.terms[0]), end);
}

bool text_is_read(const char *name)
{
    static const char *const names[] = {
        "access",         "atof",    "atoi",    "atol",       "atoll",      "chdir",  "fopen",       "fputs",
        "fputs_unlocked", "getenv",  "mkdir",   "open",       "opendir",    "popen",  "puts",        "remove",
        "rename",         "rmdir",   "setenv",  "strcasecmp", "strcasestr", "strcat", "strchr",      "strchrnul",
        "strcmp",         "strcoll", "strcpy",  "strcspn",    "strdup",     "strlen", "strncasecmp", "strncmp",
        "strndup",        "strnlen", "strpbrk", "strrchr",    "strspn",     "strstr", "strtod",      "strtof",
        "strtol",         "strtoll", "strtoul", "strtoull",   "unlink"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

bool text_is_surely_ended(const char *name) { return strcmp(name, "snprintf") == 0 || strcmp(name, "vsnprintf") == 0; }

bool text_is_ended(const char *name)
{
    return text_is_surely_ended(name) || strcmp(name, "fgets") == 0 || strcmp(name, "fgets_unlocked") == 0;
}
