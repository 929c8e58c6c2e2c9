#include "c/exact/memory/argv.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/state_object.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/action.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define ARRAY OUTSIDE_PREFIX "argv"
#define TEXT OUTSIDE_PREFIX "argument"

void argv_refuse(Lowering *L)
{
    lower_refuse(L, "what is done with an argument of main is not supported where memory safety is asked; copy it "
                    "with a function of the library");
}

static bool is_named(LLVMValueRef value, const char *wanted)
{
    size_t n = 0;
    if (!LLVMIsAGlobalVariable(value)) return false;
    const char *name = LLVMGetValueName2(value, &n);
    return strcmp(name, wanted) == 0;
}

bool argv_is_array(const Lowering *L, uint32_t object) { return is_named(L->objects.data[object].value, ARRAY); }

bool argv_is_text(const Lowering *L, uint32_t object) { return is_named(L->objects.data[object].value, TEXT); }

bool argv_starts_text(const Target *t) { return t->offset == 0 && t->stride == 0 && is_named(t->value, TEXT); }

Term argv_count(Lowering *L, Thread *main)
{
    CHECK(main->is_main && main->parameters.count > 0);
    if (term_is(main->argument_count)) return main->argument_count;
    LLVMValueRef parameter = LLVMGetParam(main->function, 0);
    Sort sort = type_sort(L, LLVMTypeOf(parameter));
    CHECK(sort.kind == SORT_BV);
    Term input = fresh_input(L, sort, value_name(L, parameter));
    origin_value(L, parameter, input);
    assumption_arguments(L);
    Step step = {0};
    VarId count = var_temporary(L, value_name(L, parameter), sort, true);
    step_assign(L, &step, count, input);
    condition_add(L, term_binary(L->tm, TERM_SLT, term_const(L->tm, sort, 0), input));
    action_emit(L, &step);
    L->program->vars.data[count.i].is_temporary = false; /* it is what a run may hang on */
    main->argument_count = var_term(L, count);
    return main->argument_count;
}

Val argv_start(Lowering *L, Thread *main)
{
    argv_count(L, main);
    Val start = external_start(L, EXTERNAL_ARGV);
    L->objects.data[start.object].name = "argv";
    return start;
}

static Term count_here(Lowering *L)
{
    Term count = L->thread->is_main ? L->thread->argument_count : TERM_NONE;
    if (!term_is(count)) argv_refuse(L);
    return count;
}

/* Which element an address in the array is of. An index that is extended from the width of the number is told without
 * the extension. */
static Term element_of(Lowering *L, const Val *address, unsigned width, bool *is_signed)
{
    const uint64_t word = L->pointer_width / 8;
    uint64_t first = (uint64_t)address->offset / word;
    bool is_whole = address->offset >= 0 && (uint64_t)address->offset % word == 0 && address->count <= 1;
    if (!is_whole || (address->count && address->strides[0] != word)) argv_refuse(L);
    *is_signed = false;
    if (!address->count) return address_number(L, first);
    Term index = address->terms[0];
    TermKind kind = term_kind(L->tm, index);
    bool is_extended = kind == TERM_SEXT || kind == TERM_ZEXT;
    if (is_extended && first == 0 && term_sort(L->tm, term_arg(L->tm, index, 0)).width == width) {
        *is_signed = kind == TERM_SEXT;
        return term_arg(L->tm, index, 0);
    }
    return term_add(L->tm, index, address_number(L, first));
}

Term argv_inside(Lowering *L, const Val *address, uint64_t size)
{
    Term count = count_here(L);
    bool is_signed;
    if (size != L->pointer_width / 8) argv_refuse(L);
    if (address->count == 0 && address->offset < 0) return term_bool(L->tm, false);
    Term element = element_of(L, address, term_sort(L->tm, count).width, &is_signed);
    unsigned width = term_sort(L->tm, element).width;
    Term fits = term_binary(L->tm, is_signed ? TERM_SLE : TERM_ULE, element, term_zext(L->tm, count, width));
    if (!is_signed) return fits;
    return term_and(L->tm, term_binary(L->tm, TERM_SLE, term_const(L->tm, sort_bv(width), 0), element), fits);
}

Term argv_is_end(Lowering *L, const Val *address)
{
    Term count = count_here(L);
    bool is_signed;
    if (address->offset < 0) argv_refuse(L);
    Term element = element_of(L, address, term_sort(L->tm, count).width, &is_signed);
    return term_eq(L->tm, element, term_zext(L->tm, count, term_sort(L->tm, element).width));
}

static Val text_address(Lowering *L, Term t, const Val *text)
{
    Targets *targets = targets_new(L);
    targets_add(L->run, targets, target_make(L->objects.data[text->object].value, 0, 0, NULL, 0));
    return address_of(t, targets);
}

Val argv_text(Lowering *L, Term t, bool may_be_null)
{
    Val text = external_start(L, EXTERNAL_ARGUMENT);
    Term is_null = term_eq(L->tm, t, address_number(L, 0)), is_there = address_inside(L, t, text.object);
    condition_add(L, may_be_null ? term_or(L->tm, is_null, is_there) : is_there);
    return text_address(L, t, &text);
}

/* Texts have numbers of their own, so that they are told apart from what else a pointer may lead to. */
Val argv_read(Lowering *L, Term is_end, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || external_has_left(L)) argv_refuse(L);
    Val text = external_start(L, EXTERNAL_ARGUMENT);
    Term t = unknown_input(L, type_sort(L, type), "argument");
    Term is_null = term_eq(L->tm, t, address_number(L, 0));
    condition_add(L, term_ite(L->tm, is_end, is_null, address_inside(L, t, text.object)));
    return text_address(L, t, &text);
}
