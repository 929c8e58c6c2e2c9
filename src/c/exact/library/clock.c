#include "c/exact/library/clock.h"

#include <string.h>

#include "c/exact/library/success.h"
#include "c/exact/model/names.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define SECOND_BITS 33u
#define PART_BITS 30u
#define MICROS_MAX 999999u
#define NANOS_MAX 999999999u

ClockForm clock_form(Lowering *L, LLVMValueRef call, const char *name)
{
    if (L->pointer_width <= SECOND_BITS) return CLOCK_NONE;
    if (strcmp(name, "time") == 0) return CLOCK_SECONDS;
    if (success_of(call, name) != SUCCESS_SURE) return CLOCK_NONE;
    if (strcmp(name, "clock_gettime") == 0) return CLOCK_NANOS;
    return strcmp(name, "gettimeofday") == 0 ? CLOCK_MICROS : CLOCK_NONE;
}

Term clock_seconds(Lowering *L)
{
    return term_zext(L->tm, fresh_input(L, sort_bv(SECOND_BITS), "seconds"), L->pointer_width);
}

Term clock_parts(Lowering *L, ClockForm form)
{
    Sort sort = sort_bv(PART_BITS);
    Term any = fresh_input(L, sort, "parts"),
         most = term_const(L->tm, sort, form == CLOCK_MICROS ? MICROS_MAX : NANOS_MAX);
    Term part = term_ite(L->tm, term_less(L->tm, TERM_ULT, most, any), most, any);
    return term_zext(L->tm, part, L->pointer_width);
}
