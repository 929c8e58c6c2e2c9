#include "c/exact/memory/bounds.h"

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/scope.h"
#include "c/exact/model/bound.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/freed.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

/* ---- sizes ---- */

bool bounds_are_variable(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    if (o->kind == OBJECT_HEAP) return heap_row(L, o->value, o->scope)->size == 0;
    return o->kind == OBJECT_LOCAL && !LLVMIsAConstantInt(LLVMGetOperand(o->value, 0));
}

VarId bounds_size(Lowering *L, uint32_t object)
{
    Object *o = &L->objects.data[object];
    if (o->has_size) return o->size;
    o->size = var_of_object(L, o, "size", address_number(L, 0));
    L->program->vars.data[o->size.i].is_temporary = true;
    o->has_size = true;
    return o->size;
}

/* ---- terms ---- */

/* Of one index: what it may be at most, without products. The access is at offset + index * stride. */
static Term index_inside(Lowering *L, const Val *v, uint64_t last)
{
    int64_t stride = (int64_t)v->strides[0], quotient = v->offset / stride;
    if (v->offset % stride < 0) quotient--;
    uint64_t rest = (uint64_t)(v->offset - quotient * stride);
    if (rest > last) return term_bool(L->tm, false);
    Term wide = term_add(L->tm, v->terms[0], address_number(L, (uint64_t)quotient)), index = wide;
    TermKind kind = term_kind(L->tm, wide);
    if ((kind == TERM_SEXT || kind == TERM_ZEXT) && term_sort(L->tm, term_arg(L->tm, wide, 0)).width <= 32) {
        index = term_arg(L->tm, wide, 0); /* as in walk.c */
        index = kind == TERM_SEXT ? term_sext(L->tm, index, 32) : term_zext(L->tm, index, 32);
    }
    uint64_t count = (last - rest) / (uint64_t)stride + 1;
    return kind == TERM_ZEXT ? below_term(L, index, count) : range_term(L, index, count);
}

static Term and_or_none(Lowering *L, Term a, Term b)
{
    if (!term_is(a)) return b;
    return term_is(b) ? term_and(L->tm, a, b) : a;
}

static Term inside_variable(Lowering *L, const Val *address, uint64_t size, const Term *exact)
{
    if (address->count == 0 && address->offset < 0) return term_bool(L->tm, false);
    Term all = var_term(L, bounds_size(L, address->object)), bytes = address_number(L, size);
    Term fits = term_binary(L->tm, TERM_ULE, bytes, all);
    Term ends = term_binary(L->tm, TERM_ULE, address_offset(L, address), term_sub(L->tm, all, bytes));
    Term inside = term_and(L->tm, fits, ends);
    return exact ? and_or_none(L, *exact, inside) : inside;
}

Term bounds_inside(Lowering *L, const Val *address, uint64_t size, const Term *exact)
{
    CHECK(address->kind == VAL_POINTER);
    const Object *o = &L->objects.data[address->object];
    uint64_t all = object_size(L, o);
    if (o->is_external && argv_is_array(L, address->object)) return argv_inside(L, address, size);
    if (o->is_external && argv_is_text(L, address->object) && size > 1) argv_refuse(L);
    if (all == 0 && o->kind == OBJECT_GLOBAL && !LLVMGetInitializer(o->value))
        lower_refuse(L, "how large `%s` is is not known; declare it with its size", o->name);
    if (bounds_are_variable(L, address->object)) return inside_variable(L, address, size, exact);
    if (size > all) return term_bool(L->tm, false);
    if (address->count == 0) {
        bool is_inside = address->offset >= 0 && (uint64_t)address->offset <= all - size;
        return is_inside ? TERM_NONE : term_bool(L->tm, false);
    }
    if (exact) return *exact;
    if (address->count == 1 && address->strides[0] && all < UINT64_C(1) << 31)
        return index_inside(L, address, all - size);
    return term_binary(L->tm, TERM_ULE, address_offset(L, address), address_number(L, all - size));
}

Term bounds_inside_bytes(Lowering *L, const Val *address, Term bytes)
{
    CHECK(address->kind == VAL_POINTER && term_is(bytes));
    const Object *o = &L->objects.data[address->object];
    if (argv_is_array(L, address->object) || argv_is_text(L, address->object)) argv_refuse(L);
    Term all = bounds_are_variable(L, address->object) ? var_term(L, bounds_size(L, address->object))
                                                       : address_number(L, object_size(L, o));
    if (address->count == 0 && address->offset < 0) return term_bool(L->tm, false);
    Term fits = term_binary(L->tm, TERM_ULE, bytes, all);
    if (address->count == 0 && address->offset == 0) return fits;
    Term ends = term_binary(L->tm, TERM_ULE, address_offset(L, address), term_sub(L->tm, all, bytes));
    return term_and(L->tm, fits, ends);
}

Term bounds_dead(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    if (o->kind == OBJECT_LOCAL) return scope_ended(L, object);
    if (!deref_is_asked(L)) return TERM_NONE; /* is assumed (model/assumption.h) */
    return o->kind == OBJECT_HEAP && freed_is_tracked(L, object) ? freed_term(L, object) : TERM_NONE;
}

/* ---- checks ---- */

const char *bounds_dead_reason(Lowering *L, uint32_t object)
{
    const char *name = L->objects.data[object].name;
    return lower_reason(L, run_format(L->run, "the local `%s` is used when it exists no more", name));
}

const char *bounds_dead_text(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    if (o->kind == OBJECT_HEAP) return run_format(L->run, "an access to `%s`, which is freed", o->name);
    if (object_is_constant(L, object)) {
        bool is_text = LLVMGetLinkage(o->value) == LLVMPrivateLinkage;
        return is_text ? "a write to a string literal" : run_format(L->run, "a write to `%s`, which is const", o->name);
    }
    return run_format(L->run, "an access to the local `%s`, which exists no more", o->name);
}

void bounds_emit_dead(Lowering *L, Term guard, const char *text, const char *reason)
{
    emit_violation(L, guard, PROPERTY_VALID_DEREF, text);
    if (deref_is_asked(L)) return;
    uint32_t before = L->program->edges.count;
    emit_limit(L, guard, reason);
    if (L->program->edges.count > before) vec_last(&L->program->edges).what = text; /* session_is_undefined */
}

/* Whether it exists is asked at this place, also where no access follows in the same step (a mutex is destroyed): what
 * others do before the next step must not be taken for what was found here. */
static void note_asked(Lowering *L, uint32_t object)
{
    if (!L->objects.data[object].is_shared) return;
    L->cursor.has_read = true;
    L->cursor.read_pos = L->pos;
}

/* The object does not exist where the guard holds. */
static void require_alive(Lowering *L, uint32_t object, Term dead)
{
    bounds_emit_dead(L, dead, bounds_dead_text(L, object), bounds_dead_reason(L, object));
    condition_add(L, term_not(L->tm, dead));
    note_asked(L, object);
}

void bounds_require(Lowering *L, uint32_t object, Term inside, Term dead)
{
    if (!L->cursor.is_reachable) return;
    const char *name = L->objects.data[object].name;
    if (term_is(dead)) require_alive(L, object, dead);
    if (!deref_is_asked(L)) return;
    if (!term_is(inside) || !L->cursor.is_reachable) return;
    condition_require(L, inside, PROPERTY_VALID_DEREF, run_format(L->run, "an access outside of `%s`", name));
}

/* What is asked of locals whatever the property: that they exist. */
static bool may_be_local(Lowering *L, const Val *address)
{
    if (address->kind == VAL_POINTER) return L->objects.data[address->object].kind == OBJECT_LOCAL;
    bool any = false;
    for (uint32_t i = 0; address->kind == VAL_ADDRESS && i < address->targets->list.count; i++)
        any |= LLVMIsAAllocaInst(address->targets->list.data[i].value) != NULL;
    return any;
}

void bounds_require_life(Lowering *L, const Val *address)
{
    if (!L->cursor.is_reachable || !may_be_local(L, address)) return;
    Choices choices = {0};
    choices_find(L, address, &choices);
    for (uint32_t i = 0; i < choices.count && L->cursor.is_reachable; i++) {
        const Choice *c = &choices.data[i];
        if (c->val.kind != VAL_POINTER || L->objects.data[c->val.object].kind != OBJECT_LOCAL) continue;
        Term dead = bounds_dead(L, c->val.object);
        if (term_is(dead)) require_alive(L, c->val.object, and_or_none(L, c->guard, dead));
    }
    vec_free(L->run, &choices);
}

/* bytes: how many, if that is not constant; otherwise: what else is fine. */
static void require_access(Lowering *L, const Val *address, uint64_t size, Term bytes, Term otherwise)
{
    if (!L->cursor.is_reachable) return;
    if (!deref_is_asked(L)) {
        bounds_require_life(L, address);
        return;
    }
    Choices choices = {0};
    Term any = otherwise, some = term_is(bytes) ? term_not(L->tm, otherwise) : TERM_NONE;
    choices_find(L, address, &choices);
    for (uint32_t i = 0; i < choices.count; i++) {
        const Choice *c = &choices.data[i];
        if (c->val.kind != VAL_POINTER) continue;
        Term within = term_is(bytes) ? bounds_inside_bytes(L, &c->val, bytes) : bounds_inside(L, &c->val, size, NULL);
        Term inside = and_or_none(L, c->guard, within), dead = bounds_dead(L, c->val.object);
        any = term_is(inside) ? term_or(L->tm, any, inside) : term_bool(L->tm, true);
        if (!term_is(dead)) continue;
        dead = and_or_none(L, some, and_or_none(L, c->guard, dead));
        condition_require(L, term_not(L->tm, dead), PROPERTY_VALID_DEREF, bounds_dead_text(L, c->val.object));
        note_asked(L, c->val.object);
    }
    vec_free(L->run, &choices);
    if (L->cursor.is_reachable) condition_require(L, any, PROPERTY_VALID_DEREF, BAD_POINTER);
}

void bounds_require_access(Lowering *L, const Val *address, uint64_t size)
{
    require_access(L, address, size, TERM_NONE, term_bool(L->tm, false));
}

void bounds_require_bytes(Lowering *L, const Val *address, Term bytes)
{
    require_access(L, address, 0, bytes, term_eq(L->tm, bytes, address_number(L, 0)));
}

void bounds_require_access_or_null(Lowering *L, const Val *address, uint64_t size)
{
    bool may_be_null = address->kind == VAL_ADDRESS && address->count == 1 && address->offset == 0;
    Term null = may_be_null ? term_eq(L->tm, address->terms[0], address_number(L, 0)) : term_bool(L->tm, false);
    require_access(L, address, size, TERM_NONE, null);
}
