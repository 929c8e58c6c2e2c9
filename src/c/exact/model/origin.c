#include "c/exact/model/origin.h"

#include "base/check.h"
#include "c/exact/model/arena.h"
#include "c/exact/model/state.h"

/* ---- checks ---- */

static bool event_is_valid(const OriginEvent *e)
{
    bool is_part = e->kind == ORIGIN_ACCESS && e->part > 0,
         is_fill = e->kind == ORIGIN_FILL || e->kind == ORIGIN_MEMORY;
    if (!e->at || (e->size > 0) != is_part || (e->fails && e->kind != ORIGIN_ACCESS)) return false;
    if (e->is_optional && e->is_scheduled) return false;
    if (e->accesses && e->kind != ORIGIN_TOUCH) return false;
    return is_fill || (e->scalars.count == 0 && e->frame == 0);
}

/* One thing after the other: a failure is the last, and the scalars of one memset or memcpy go upwards, each read
 * before it is written. */
static bool origin_events_are_valid(const OriginEvents *events)
{
    for (uint32_t i = 0; i < events->count; i++) {
        const OriginEvent *e = &events->data[i], *next = i + 1 < events->count ? e + 1 : NULL;
        if (!event_is_valid(e) || (e->kind == ORIGIN_FAIL && next)) return false;
        bool are_parts = next && e->kind == ORIGIN_ACCESS && e->part > 0 && next->at == e->at;
        if (are_parts && next->kind == ORIGIN_ACCESS && next->part <= e->part) return false;
    }
    return true;
}

const OriginCall *origins_call(const Origins *origins, LLVMValueRef call)
{
    uint32_t id = pointer_find(&origins->call_ids, call);
    CHECK(id == INTERN_NONE || id < origins->calls.count);
    return id == INTERN_NONE ? NULL : &origins->calls.data[id];
}

/* ---- recording ---- */

static void record_event(Lowering *L, OriginEvent event)
{
    CHECK(event_is_valid(&event));
    if (L->origins) vec_push(L->run, &L->cursor.events, event);
}

void origin_access(Lowering *L, LLVMValueRef instruction, bool is_scheduled)
{
    record_event(L, (OriginEvent){.kind = ORIGIN_ACCESS, .at = instruction, .is_scheduled = is_scheduled});
}

void origin_part(Lowering *L, LLVMValueRef fill, uint32_t part, uint64_t offset, uint64_t size, bool is_scheduled)
{
    record_event(L, (OriginEvent){.kind = ORIGIN_ACCESS,
                                  .at = fill,
                                  .part = part,
                                  .offset = offset,
                                  .size = size,
                                  .is_scheduled = is_scheduled});
}

void origin_touch(Lowering *L, LLVMValueRef instruction, uint32_t operand, uint64_t accesses)
{
    CHECK(LLVMIsAInstruction(instruction) && operand < (uint32_t)LLVMGetNumOperands(instruction));
    record_event(L, (OriginEvent){.kind = ORIGIN_TOUCH, .at = instruction, .part = operand, .accesses = accesses});
}

void origin_value(Lowering *L, LLVMValueRef at, Term input)
{
    VarId var = {term_is(input) ? term_symbol(L->tm, input) : NO_ID};
    CHECK(var.i == NO_ID || L->program->vars.data[var.i].class == VAR_INPUT);
    record_event(L, (OriginEvent){.kind = ORIGIN_VALUE, .at = at, .var = var});
}

void origin_start(Lowering *L, LLVMValueRef call)
{
    record_event(L, (OriginEvent){.kind = ORIGIN_START, .at = call, .is_scheduled = true});
}

void origin_alloca(Lowering *L, LLVMValueRef alloca)
{
    record_event(L, (OriginEvent){.kind = ORIGIN_FILL, .at = alloca, .frame = L->frame->serial});
}

void origin_declare(Lowering *L, LLVMValueRef declare, const OriginScalars *scalars, bool is_scheduled)
{
    OriginEvent event = {
        .kind = ORIGIN_FILL, .at = declare, .frame = ORIGIN_NO_FRAME, .is_scheduled = is_scheduled && scalars->count};
    for (uint32_t i = 0; L->origins && i < scalars->count; i++)
        vec_push(L->run, &event.scalars, scalars->data[i]);
    record_event(L, event);
}

OriginEvent *origin_memory(Lowering *L, LLVMValueRef call, uint32_t object, bool is_again, const OriginScalars *scalars,
                           bool is_scheduled)
{
    if (!L->origins) return NULL;
    OriginEvent *event = run_alloc(L->run, sizeof *event);
    *event = (OriginEvent){
        .kind = ORIGIN_MEMORY, .at = call, .object = object, .is_again = is_again, .is_scheduled = is_scheduled};
    event->stride = arena_stride(L, &L->objects.data[object]);
    event->is_own = !L->objects.data[object].is_shared;
    for (uint32_t i = 0; is_again && i < scalars->count; i++)
        vec_push(L->run, &event->scalars, scalars->data[i]);
    CHECK(event_is_valid(event));
    return event;
}

static bool is_inlined(const OriginCall *call)
{
    return call->intrinsic == INTRINSIC_NONE && !call->is_async && !LLVMIsDeclaration(call->callee);
}

void origin_call(Lowering *L, LLVMValueRef call, LLVMValueRef callee, Intrinsic intrinsic, bool is_async)
{
    if (!L->origins) return;
    OriginCall found = {callee, intrinsic, is_async, false};
    bool is_new;
    uint32_t id = pointer_id(&L->origins->call_ids, call, &is_new);
    if (is_new) {
        vec_push(L->run, &L->origins->calls, found);
        return;
    }
    CHECK(id < L->origins->calls.count);
    OriginCall *known = &L->origins->calls.data[id];
    known->is_ambiguous |= known->callee != callee && !(is_inlined(&found) && is_inlined(known));
}

void origin_edge(Lowering *L, EdgeId edge, bool exchange_fails, const OriginEvent *memory, LLVMValueRef failing)
{
    if (!L->origins) return;
    vec_resize(L->run, &L->origins->edges, edge.i + 1);
    OriginEvents *events = &L->origins->edges.data[edge.i];
    uint32_t passed = L->cursor.events.count;
    while (failing && passed > 0 && L->cursor.events.data[passed - 1].at == failing)
        passed--; /* an access that fails is not made */
    for (uint32_t i = 0; i < passed; i++)
        vec_push(L->run, events, L->cursor.events.data[i]);
    CHECK(!exchange_fails || (events->count > 0 && vec_last(events).kind == ORIGIN_ACCESS));
    if (exchange_fails) vec_last(events).fails = true;
    if (memory) vec_push(L->run, events, *memory);
    if (failing) vec_push(L->run, events, ((OriginEvent){.kind = ORIGIN_FAIL, .at = failing, .is_scheduled = true}));
    CHECK(origin_events_are_valid(events));
}

void origin_lost(Lowering *L, uint32_t object)
{
    if (!L->origins) return;
    CHECK(L->origins->edges.count == L->program->edges.count && L->objects.data[object].kind == OBJECT_HEAP);
    OriginEvent *event = &vec_last(&vec_last(&L->origins->edges));
    CHECK(event->kind == ORIGIN_FAIL);
    event->at = L->objects.data[object].value;
    event->object = object;
    event->is_lost = true;
}

/* The place of the call among the events of the edge that goes on from it: its count when there is none. */
static uint32_t find_wait_event(const OriginEvents *events)
{
    for (uint32_t i = events->count; i-- > 0;)
        if (events->data[i].kind == ORIGIN_ACCESS && events->data[i].is_scheduled) return i;
    return events->count;
}

static void copy_events(Lowering *L, EdgeId from, EdgeId to, bool before)
{
    vec_resize(L->run, &L->origins->edges, L->program->edges.count);
    const OriginEvents *events = &L->origins->edges.data[from.i];
    uint32_t k = find_wait_event(events), first = before ? 0 : k, end = before ? k : events->count;
    CHECK(from.i != to.i && L->origins->edges.data[to.i].count == 0);
    for (uint32_t i = first; i < end; i++)
        vec_push(L->run, &L->origins->edges.data[to.i], events->data[i]);
}

void origin_arrive(Lowering *L, EdgeId edge, EdgeId goes_on)
{
    if (L->origins) copy_events(L, goes_on, edge, true);
}

void origin_leave(Lowering *L, EdgeId edge, EdgeId goes_on)
{
    if (L->origins) copy_events(L, goes_on, edge, false);
}

void origin_blocked(Lowering *L, EdgeId goes_on, LLVMValueRef call)
{
    if (!L->origins) return;
    EdgeId last = {L->program->edges.count - 1};
    vec_resize(L->run, &L->origins->edges, L->program->edges.count);
    if (goes_on.i != NO_ID) {
        copy_events(L, goes_on, last, true);
        const OriginEvents *events = &L->origins->edges.data[goes_on.i];
        uint32_t k = find_wait_event(events);
        call = k < events->count ? events->data[k].at : NULL;
    }
    if (!call) return; /* cannot be run */
    OriginEvent failure = {.kind = ORIGIN_FAIL, .at = call, .is_scheduled = true};
    vec_push(L->run, &L->origins->edges.data[last.i], failure);
}

void origin_renumber(Lowering *L, EdgeId edge, EdgeId now)
{
    if (!L->origins || edge.i >= L->origins->edges.count) return;
    CHECK(now.i <= edge.i);
    OriginEvents events = L->origins->edges.data[edge.i];
    if (now.i != edge.i) L->origins->edges.data[edge.i] = (OriginEvents){0};
    L->origins->edges.data[now.i] = events;
}

void origin_truncate(Lowering *L)
{
    if (L->origins && L->origins->edges.count > L->program->edges.count)
        L->origins->edges.count = L->program->edges.count;
}

void origin_end_dangling(Lowering *L)
{
    Cursor *c = &L->cursor;
    if (!L->origins) return;
    for (uint32_t k = 0; k < c->events.count; k++)
        c->events.data[k].is_scheduled = false;
    for (uint32_t i = 0; i < c->dangling.count; i++)
        CHECK(c->dangling.data[i].i < L->origins->edges.count);
    for (uint32_t i = 0; i < c->dangling.count; i++)
        for (uint32_t k = 0; k < c->events.count; k++)
            vec_push(L->run, &L->origins->edges.data[c->dangling.data[i].i], c->events.data[k]);
    vec_free(L->run, &c->events);
}

OriginEvents origin_take_optional(Lowering *L)
{
    OriginEvents events = L->cursor.events;
    for (uint32_t k = 0; k < events.count; k++) {
        events.data[k].is_scheduled = false;
        events.data[k].is_optional = true;
    }
    L->cursor.events = (OriginEvents){0};
    CHECK(origin_events_are_valid(&events));
    return events;
}

void origin_refuse(Lowering *L, SourcePos pos, const char *what)
{
    if (L->origins) run_stop(L->run, STOP_UNSUPPORTED, "%s:%u: %s", pos.file ? pos.file : "?", pos.line, what);
}

/* ---- storage of variables ---- */

#define DIMENSIONS_MAX 16
#define ELEMENTS_MAX 65536

typedef struct Dimensions {
    uint64_t counts[DIMENSIONS_MAX], strides[DIMENSIONS_MAX];
    uint32_t count;
    uint64_t elements; /* the product */
} Dimensions;

/* The arrays on the way to the scalar that starts at `leaf` when all indices are 0. */
static Dimensions find_dimensions(Lowering *L, LLVMTypeRef type, uint64_t leaf)
{
    Dimensions d = {.elements = 1};
    for (;;) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMArrayTypeKind && d.count < DIMENSIONS_MAX) {
            d.counts[d.count] = LLVMGetArrayLength2(type);
            type = LLVMGetElementType(type);
            d.strides[d.count] = LLVMABISizeOfType(L->layout, type);
            d.elements *= d.counts[d.count++];
        } else if (kind == LLVMStructTypeKind) {
            unsigned k = LLVMElementAtOffset(L->layout, type, leaf);
            leaf -= LLVMOffsetOfElement(L->layout, type, k);
            type = LLVMStructGetTypeAtIndex(type, k);
        } else {
            return d;
        }
    }
}

/* stride: of an arena, for its first object only; 0: it is none. */
static void add_element_scalars(Lowering *L, const Object *o, const Cell *cell, uint64_t stride, OriginScalars *scalars)
{
    Dimensions d = find_dimensions(L, o->type, cell->offset);
    if (stride) {
        uint64_t first = stride / d.strides[0];
        d.elements = d.elements / d.counts[0] * first;
        d.counts[0] = first;
    }
    if (d.elements > ELEMENTS_MAX)
        run_stop(L->run, STOP_UNSUPPORTED, "%s:%u: the array `%s` of arbitrary values has more than %d elements",
                 o->pos.file ? o->pos.file : "?", o->pos.line, o->name, ELEMENTS_MAX);
    for (uint64_t i = 0; i < d.elements; i++) {
        OriginScalar s = {cell->offset, cell->size, cell->var, true, i, stride ? d.elements : 0};
        uint64_t rest = i;
        for (uint32_t k = d.count; k-- > 0; rest /= d.counts[k])
            s.offset += rest % d.counts[k] * d.strides[k];
        CHECK(s.offset + s.size <= LLVMABISizeOfType(L->layout, o->type));
        vec_push(L->run, scalars, s);
    }
}

/* The scalars of an object whose initial values are arbitrary. */
static OriginScalars arbitrary_scalars(Lowering *L, const Object *o)
{
    OriginScalars scalars = {0};
    uint64_t stride = arena_stride(L, o);
    for (uint32_t i = 0; i < o->cells.count; i++) {
        const Cell *cell = &L->cells.data[o->cells.data[i]];
        if (cell->var.i == NO_ID || term_is(L->program->vars.data[cell->var.i].init)) continue;
        if (cell->kind == CELL_SCALAR)
            vec_push(L->run, &scalars, ((OriginScalar){cell->offset, cell->size, cell->var, false, 0, 0}));
        else if (cell->kind == CELL_ARRAY)
            add_element_scalars(L, o, cell, stride, &scalars);
    }
    return scalars;
}

static const Object *find_local(Lowering *L, LLVMValueRef alloca, uint32_t frame)
{
    uintptr_t p = (uintptr_t)alloca;
    uint32_t key[3] = {(uint32_t)p, (uint32_t)((uint64_t)p >> 32), frame | OBJECT_IN_FRAME};
    uint32_t id = intern_find(&L->object_ids, key, 3);
    CHECK(id == INTERN_NONE || L->objects.data[id].kind == OBJECT_LOCAL);
    return id == INTERN_NONE ? NULL : &L->objects.data[id];
}

/* Which variables a local has is known only when everything is lowered. */
static void resolve_fill(Lowering *L, OriginEvent *event)
{
    if (event->kind == ORIGIN_MEMORY && !event->is_again)
        event->scalars = arbitrary_scalars(L, &L->objects.data[event->object]);
    if (event->kind != ORIGIN_FILL || event->frame == ORIGIN_NO_FRAME) return;
    const Object *o = find_local(L, event->at, event->frame);
    if (o) event->scalars = arbitrary_scalars(L, o);
}

void origins_begin(Lowering *L)
{
    Origins *origins = L->origins;
    if (!origins) return;
    *origins = (Origins){.context = L->context, .module = L->module, .sources = L->sources};
    intern_init(L->run, &origins->call_ids);
}

void origins_end(Lowering *L)
{
    Origins *origins = L->origins;
    if (!origins) return;
    CHECK(origins->edges.count <= L->program->edges.count && origins->calls.count == origins->call_ids.count);
    vec_resize(L->run, &origins->edges, L->program->edges.count);
    for (uint32_t e = 0; e < origins->edges.count; e++)
        for (uint32_t i = 0; i < origins->edges.data[e].count; i++)
            resolve_fill(L, &origins->edges.data[e].data[i]);
    for (uint32_t i = 0; i < L->objects.count; i++) {
        const Object *o = &L->objects.data[i];
        if (o->kind == OBJECT_LOCAL || o->kind == OBJECT_FUNCTION) continue;
        if (o->kind == OBJECT_HEAP && LLVMGetNumArgOperands(o->value) == 1) continue; /* malloc: see ORIGIN_MEMORY */
        OriginGlobal global = {o->value, o->kind == OBJECT_THREAD_LOCAL, arbitrary_scalars(L, o)};
        if (o->kind == OBJECT_HEAP && global.scalars.count)
            origin_refuse(L, o->pos, "memory from realloc has arbitrary contents, which cannot be supplied yet");
        if (global.scalars.count) vec_push(L->run, &origins->globals, global);
    }
}
