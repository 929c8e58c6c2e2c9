#include "c/outline/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/constant.h"
#include "c/library/summary.h"
#include "c/outline/value.h"
#include "c/survey/call.h"
#include "c/survey/cells/gap.h"
#include "c/survey/effect.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"
#include "logic/term/boolean.h"

/* ---- candidates ---- */

/* The only bytes that an address can be of, in an object of which there is one; UINT32_MAX: there are others. */
static uint32_t single_object_place(const Outline *o, LLVMValueRef pointer)
{
    const Survey *s = o->survey;
    const Ids *targets = effect_targets(s, pointer);
    uint64_t begin, element, length;
    if (!targets || targets->count != 1) return UINT32_MAX;
    const SurveyPlace *p = &s->places.data[targets->data[0]];
    const SurveyObject *object = &s->objects.data[p->object];
    bool is_one = object->kind == SURVEY_CONSTANT || (object->is_single && object->kind != SURVEY_FUNCTION);
    if (!is_one || p->offset == ANYWHERE || object->kind == SURVEY_OUTSIDE || object->kind == SURVEY_THREAD)
        return UINT32_MAX;
    return place_array(s, targets->data[0], &begin, &element, &length) ? UINT32_MAX : targets->data[0];
}

static uint32_t cell_of_place(const Outline *o, uint32_t place)
{
    const SurveyPlace *p = &o->survey->places.data[place];
    uint32_t key[3] = {p->object, (uint32_t)p->offset, (uint32_t)(p->offset >> 32)};
    return intern_find(&o->cell_ids, key, 3);
}

static void note_cell(Outline *o, uint32_t place, uint64_t bytes, OutlineKind kind)
{
    const SurveyPlace *p = &o->survey->places.data[place];
    uint32_t key[3] = {p->object, (uint32_t)p->offset, (uint32_t)(p->offset >> 32)};
    bool is_new;
    uint32_t id = intern_add(&o->cell_ids, key, 3, &is_new);
    if (is_new) {
        vec_push(o->run, &o->cells, ((OutlineCell){p->object, p->offset, bytes, kind, false, 0, {NO_ID}}));
        vec_push(o->run, &o->object_cells[p->object], id);
        return;
    }
    OutlineCell *c = &o->cells.data[id];
    c->is_dropped |= c->bytes != bytes || c->kind != kind;
    if (bytes > c->bytes) c->bytes = bytes;
}

/* An integer of a width that is atomic as one access. */
static bool is_number(const Outline *o, LLVMTypeRef type, uint64_t *bytes)
{
    unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    *bytes = width / 8;
    return (width == 8 || width == 16 || width == 32 || width == 64) && width <= 8 * LLVMPointerSize(o->survey->layout);
}

static LLVMTypeRef accessed_type(LLVMValueRef i, LLVMValueRef *pointer)
{
    *pointer = NULL;
    if (LLVMIsALoadInst(i)) {
        *pointer = LLVMGetOperand(i, 0);
        return LLVMTypeOf(i);
    }
    if (LLVMIsAStoreInst(i)) {
        *pointer = LLVMGetOperand(i, 1);
        return LLVMTypeOf(LLVMGetOperand(i, 0));
    }
    if (!LLVMIsAAtomicRMWInst(i) && !LLVMIsAAtomicCmpXchgInst(i)) return NULL;
    *pointer = LLVMGetOperand(i, 0);
    return LLVMTypeOf(LLVMGetOperand(i, 1));
}

/* ---- locks ---- */

static uint64_t lock_bytes(const Outline *o, LLVMValueRef call, OutlineKind kind)
{
    size_t n = 0;
    bool is_64 = LLVMPointerSize(o->survey->layout) == 8;
    if (strncmp(LLVMGetValueName2(LLVMGetCalledValue(call), &n), "pthread_spin", 12) == 0) return 4;
    return kind == OUTLINE_MUTEX ? (is_64 ? 40 : 24) : (is_64 ? 56 : 32);
}

LLVMValueRef outline_lock_operand(LLVMValueRef call, OutlineKind *kind)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    Intrinsic intrinsic = INTRINSIC_NONE;
    if (!callee || !LLVMIsAFunction(callee) || !library_name(callee, &intrinsic)) return NULL;
    bool is_mutex = intrinsic >= INTRINSIC_MUTEX_INIT && intrinsic <= INTRINSIC_MUTEX_UNLOCK;
    bool is_rwlock = intrinsic >= INTRINSIC_RWLOCK_INIT && intrinsic <= INTRINSIC_RWLOCK_UNLOCK;
    bool waits = intrinsic == INTRINSIC_COND_WAIT;
    unsigned k = waits ? 1 : 0;
    *kind = is_rwlock ? OUTLINE_RWLOCK : OUTLINE_MUTEX;
    return (is_mutex || is_rwlock || waits) && LLVMGetNumArgOperands(call) > k ? LLVMGetOperand(call, k) : NULL;
}

/* Whether mutexes may be of other types than the default one by their attributes. */
static bool has_types(const Outline *o)
{
    static const char *const names[] = {"pthread_mutexattr_settype", "pthread_mutexattr_setrobust",
                                        "pthread_mutexattr_setprioceiling", "pthread_mutexattr_setrobust_np",
                                        "pthread_mutexattr_setkind_np"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (LLVMGetNamedFunction(o->survey->module, names[i])) return true;
    return false;
}

/* Whether the call makes a lock of which the model knows nothing. */
static bool makes_other(const Outline *o, LLVMValueRef call)
{
    Intrinsic intrinsic = INTRINSIC_NONE;
    const char *name = library_name(LLVMGetCalledValue(call), &intrinsic);
    if (intrinsic != INTRINSIC_MUTEX_INIT || strncmp(name, "pthread_spin", 12) == 0) return false;
    if (LLVMGetNumArgOperands(call) < 2) return true;
    LLVMValueRef how = LLVMGetOperand(call, 1);
    if (strcmp(name, "mtx_init") != 0) return has_types(o) && !LLVMIsNull(how);
    return !LLVMIsAConstantInt(how) || (LLVMConstIntGetZExtValue(how) & 1) != 0; /* mtx_recursive */
}

static void note_lock(Outline *o, LLVMValueRef call)
{
    OutlineKind kind;
    LLVMValueRef lock = outline_lock_operand(call, &kind);
    uint32_t place = lock ? single_object_place(o, lock) : UINT32_MAX;
    if (place != UINT32_MAX) note_cell(o, place, lock_bytes(o, call, kind), kind);
}

/* ---- what an effect is to ---- */

static bool overlaps(const Outline *o, const OutlineCell *c, uint32_t place, const SurveyEffect *e)
{
    uint64_t from, to;
    CHECK(o->survey->places.data[place].object == c->object);
    return !effect_range(o->survey, place, e, &from, &to) || (from < c->offset + c->bytes && c->offset < to);
}

typedef void CellVisit(Outline *o, uint32_t cell, void *arg);

static void visit_object(Outline *o, uint32_t object, CellVisit *visit, void *arg)
{
    const Ids *cells = &o->object_cells[object];
    for (uint32_t i = 0; i < cells->count; i++)
        visit(o, cells->data[i], arg);
}

/* All that can be reached from some places, by addresses that are kept there. */
static void visit_reached(Outline *o, const Ids *places, CellVisit *visit, void *arg)
{
    Survey *s = o->survey;
    Ids stack = {0};
    Intern seen;
    intern_init(o->run, &seen);
    for (uint32_t i = 0; i < places->count; i++)
        vec_push(o->run, &stack, s->places.data[places->data[i]].object);
    while (stack.count > 0) {
        uint32_t object = vec_pop(&stack);
        bool is_new;
        intern_add(&seen, &object, 1, &is_new);
        if (!is_new) continue;
        visit_object(o, object, visit, arg);
        if (s->objects.data[object].all == UINT32_MAX || s->objects.data[object].is_own) continue;
        const Ids *held = node_targets(s, s->objects.data[object].all);
        for (uint32_t i = 0; i < held->count; i++)
            vec_push(o->run, &stack, s->places.data[held->data[i]].object);
    }
    intern_clear(&seen);
    vec_free(o->run, &stack);
}

static void visit_effect(Outline *o, const SurveyEffect *e, CellVisit *visit, void *arg)
{
    const Survey *s = o->survey;
    const Ids *targets = e->is_static ? NULL : effect_targets(s, e->pointer);
    if (targets && e->is_reached) visit_reached(o, targets, visit, arg);
    for (uint32_t i = 0; targets && !e->is_reached && i < targets->count; i++) {
        const Ids *cells = &o->object_cells[s->places.data[targets->data[i]].object];
        if (!effect_is_to(s, e, targets->data[i])) continue;
        for (uint32_t k = 0; k < cells->count; k++)
            if (overlaps(o, &o->cells.data[cells->data[k]], targets->data[i], e)) visit(o, cells->data[k], arg);
    }
}

/* ---- cells that are dropped ---- */

static void drop_lock(Outline *o, uint32_t cell, void *arg)
{
    (void)arg;
    if (o->cells.data[cell].kind != OUTLINE_NUMBER) o->cells.data[cell].is_dropped = true;
}

static void drop_any(Outline *o, uint32_t cell, void *arg)
{
    (void)arg;
    o->cells.data[cell].is_dropped = true;
}

/* A lock is no data: what is written there beside by calls on locks, the making of it by a copy included. That
 * functions which nobody knows do not touch locks is taken for granted (docs/library.md). */
static void drop_effect(void *arg, const SurveyEffect *e)
{
    if (e->is_write && !e->is_reached && !e->is_freed) visit_effect(arg, e, drop_lock, NULL);
}

/* Whether the call is on an object of the thread library in a way that the model does not know. */
static bool is_other_call(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    Intrinsic intrinsic = INTRINSIC_NONE;
    return LLVMIsAFunction(callee) && library_name(callee, &intrinsic) &&
           (intrinsic == INTRINSIC_UNSUPPORTED_SYNC || intrinsic == INTRINSIC_UNSUPPORTED);
}

static void drop_operands(Outline *o, LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        const Ids *targets = effect_targets(o->survey, LLVMGetOperand(call, k));
        if (targets) visit_reached(o, targets, drop_any, NULL);
    }
}

/* Whether a call prints by a format that perhaps says what is to be written: it is not constant, or wide. */
static bool has_open_format(LLVMValueRef call, const char *name)
{
    const Summary *summary = summary_find(name);
    const char *at = summary ? strpbrk(summary->uses, (char[]){ARGUMENT_FORMAT, ARGUMENT_WIDE_FORMAT, 0}) : NULL;
    unsigned k = at ? (unsigned)(at - summary->uses) : 0;
    if (!at || !strchr(summary->uses, ARGUMENT_REST) || k >= LLVMGetNumArgOperands(call)) return false;
    LLVMValueRef format = LLVMGetOperand(call, k);
    bool is_text = LLVMIsAGlobalVariable(format) && LLVMIsGlobalConstant(format) && LLVMGetInitializer(format);
    return *at == ARGUMENT_WIDE_FORMAT || !is_text;
}

/* Memory that the library is given to write it at any time, or by numbers in a format. */
static bool may_write_later(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    Intrinsic intrinsic = INTRINSIC_NONE;
    const char *name = LLVMIsAFunction(callee) ? library_name(callee, &intrinsic) : NULL;
    return name && (gap_is_write(call) || has_open_format(call, name));
}

/* A thread that begins with a function without a body may write what it is given, while it runs. */
static void drop_given(Outline *o, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    Intrinsic intrinsic = INTRINSIC_NONE;
    if (!LLVMIsAFunction(callee) || !library_name(callee, &intrinsic) || intrinsic != INTRINSIC_THREAD_CREATE) return;
    unsigned k = start_argument(callee);
    if (LLVMGetNumArgOperands(call) >= k + 2 && effect_calls_unknown(o->survey, LLVMGetOperand(call, k)))
        drop_operands(o, call);
}

static void drop_by(Outline *o, LLVMValueRef i)
{
    OutlineKind kind;
    if (LLVMIsACallInst(i)) drop_given(o, i);
    if (LLVMIsACallInst(i) && may_write_later(i)) drop_operands(o, i);
    LLVMValueRef lock = outline_lock_operand(i, &kind);
    if (lock && makes_other(o, i)) {
        const Ids *targets = effect_targets(o->survey, lock);
        for (uint32_t k = 0; targets && k < targets->count; k++)
            visit_object(o, o->survey->places.data[targets->data[k]].object, drop_lock, NULL);
    }
    if (LLVMIsACallInst(i) && is_other_call(i)) drop_operands(o, i);
    if (!lock) effects_of(o->survey, i, drop_effect, o);
}

/* Numbers that so many instructions may write, which may write others, are any values soon: variables for them cost
 * steps and tell nothing. */
#define WRITERS_MOST 8u

static void count_writer(Outline *o, uint32_t cell, void *arg)
{
    (void)arg;
    o->cells.data[cell].writers++;
}

static void count_effect(void *arg, const SurveyEffect *e)
{
    if (e->is_write) visit_effect(arg, e, count_writer, NULL);
}

static void count_writers(Outline *o, LLVMValueRef i)
{
    LLVMValueRef pointer;
    LLVMTypeRef type = accessed_type(i, &pointer);
    uint32_t place = type ? single_object_place(o, pointer) : UINT32_MAX;
    if (place == UINT32_MAX || cell_of_place(o, place) == INTERN_NONE) effects_of(o->survey, i, count_effect, o);
}

static int compare_offsets(const void *a, const void *b)
{
    const OutlineCell *x = *(OutlineCell *const *)a, *y = *(OutlineCell *const *)b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Bytes that are accessed in several ways have no variable. */
static void drop_overlapping(Outline *o)
{
    for (uint32_t k = 0; k < o->survey->objects.count; k++) {
        const Ids *ids = &o->object_cells[k];
        OutlineCell **cells = run_alloc(o->run, (ids->count + 1) * sizeof(OutlineCell *));
        for (uint32_t i = 0; i < ids->count; i++)
            cells[i] = &o->cells.data[ids->data[i]];
        if (ids->count > 1) qsort(cells, ids->count, sizeof *cells, compare_offsets);
        uint64_t end = 0;
        for (uint32_t i = 0, last = 0; i < ids->count; i++) {
            bool is_met = i > 0 && cells[i]->offset < end;
            cells[i]->is_dropped |= is_met;
            if (is_met) cells[last]->is_dropped = true;
            if (cells[i]->offset + cells[i]->bytes >= end) {
                end = cells[i]->offset + cells[i]->bytes;
                last = i;
            }
        }
        run_release(o->run, cells);
    }
}

/* ---- variables ---- */

/* The innermost constant of an initialiser that has all of the bytes; *offset: where they are in it. */
static LLVMValueRef initial_at(const Survey *s, LLVMValueRef value, uint64_t *offset, uint64_t bytes)
{
    for (;;) {
        LLVMTypeRef type = LLVMTypeOf(value);
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        unsigned k = 0;
        uint64_t at = 0;
        if (LLVMIsNull(value) || (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value))) return value;
        if (kind == LLVMStructTypeKind) {
            if (*offset >= LLVMABISizeOfType(s->layout, type)) return NULL;
            k = LLVMElementAtOffset(s->layout, type, *offset);
            at = LLVMOffsetOfElement(s->layout, type, k);
        } else {
            uint64_t size = LLVMABISizeOfType(s->layout, LLVMGetElementType(type));
            if (size == 0) return NULL;
            k = (unsigned)(*offset / size);
            at = k * size;
        }
        if (k >= (unsigned)LLVMGetNumOperands(value)) return NULL;
        LLVMValueRef inner = LLVMGetOperand(value, k);
        if (*offset - at + bytes > LLVMABISizeOfType(s->layout, LLVMTypeOf(inner))) return value;
        value = inner;
        *offset -= at;
    }
}

static bool is_static(const SurveyObject *object)
{
    return (object->kind == SURVEY_STATIC || object->kind == SURVEY_CONSTANT) && object->value;
}

/* What is there when the program starts; TERM_NONE: any value. */
static Term initial_term(Outline *o, const OutlineCell *c)
{
    const SurveyObject *object = &o->survey->objects.data[c->object];
    Sort sort = sort_bv(8 * (unsigned)c->bytes);
    if (!is_static(object)) return TERM_NONE;
    if (o->options->nondet_static && object->kind != SURVEY_CONSTANT) return TERM_NONE;
    uint64_t offset = c->offset, bits;
    LLVMValueRef all = LLVMGetInitializer(object->value);
    LLVMValueRef at = all ? initial_at(o->survey, all, &offset, c->bytes) : NULL;
    if (!at) return TERM_NONE;
    if (LLVMIsNull(at)) return term_const(o->tm, sort, 0);
    bool is_whole = offset == 0 && LLVMIsAConstantInt(at) && LLVMGetIntTypeWidth(LLVMTypeOf(at)) == 8 * c->bytes;
    return is_whole && constant_bits(at, &bits) ? term_const(o->tm, sort, bits) : TERM_NONE;
}

/* Whether the lock is a default one that nobody holds when the program starts. */
static bool is_default_lock(Outline *o, const OutlineCell *c)
{
    const SurveyObject *object = &o->survey->objects.data[c->object];
    if (!is_static(object)) return object->kind != SURVEY_CONSTANT; /* to use it before it is made is undefined */
    uint64_t offset = c->offset;
    LLVMValueRef all = LLVMGetInitializer(object->value);
    LLVMValueRef at = all ? initial_at(o->survey, all, &offset, c->bytes) : NULL;
    return at && LLVMIsNull(at);
}

static void add_cell_variable(Outline *o, OutlineCell *c)
{
    const char *name = survey_cell_name(o->survey, &o->names, c->object, c->offset, c->offset + c->bytes);
    const SurveyObject *object = &o->survey->objects.data[c->object];
    bool is_number = c->kind == OUTLINE_NUMBER;
    Var var = {.name = name, .class = VAR_SHARED, .is_signed = is_number};
    var.sort = is_number ? sort_bv(8 * (unsigned)c->bytes) : sort_bv(32);
    var.init = is_number ? initial_term(o, c) : term_bv(o->tm, 32, 0);
    var.is_temporary = !is_number;
    var.is_memory = is_number;
    if (!is_number) var.lock = name;
    if (object->value) var.pos = sources_pos(o->survey->sources, object->value);
    c->var = program_add_var(o->program, &var);
}

static void for_each_instruction(Outline *o, void (*visit)(Outline *o, LLVMValueRef i))
{
    const Survey *s = o->survey;
    for (uint32_t f = 0; f < s->reached.count; f++) {
        run_poll(o->run);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                visit(o, i);
    }
}

static void note_candidates(Outline *o, LLVMValueRef i)
{
    LLVMValueRef pointer;
    LLVMTypeRef type = accessed_type(i, &pointer);
    uint64_t bytes;
    if (LLVMIsACallInst(i)) note_lock(o, i);
    if (!type || !is_number(o, type, &bytes)) return;
    uint32_t place = single_object_place(o, pointer);
    if (place != UINT32_MAX) note_cell(o, place, bytes, OUTLINE_NUMBER);
}

void outline_memory(Outline *o)
{
    o->object_cells = run_alloc(o->run, (o->survey->objects.count + 1) * sizeof *o->object_cells);
    for_each_instruction(o, note_candidates);
    for_each_instruction(o, drop_by);
    for_each_instruction(o, count_writers);
    drop_overlapping(o);
    for (uint32_t i = 0; i < o->cells.count; i++) {
        OutlineCell *c = &o->cells.data[i];
        c->is_dropped |= c->kind == OUTLINE_NUMBER ? c->writers > WRITERS_MOST : !is_default_lock(o, c);
        if (!c->is_dropped) add_cell_variable(o, c);
    }
}

/* ---- questions ---- */

uint32_t outline_cell(const Outline *o, LLVMValueRef pointer, uint64_t bytes, OutlineKind kind)
{
    uint32_t place = single_object_place(o, pointer), id = place == UINT32_MAX ? INTERN_NONE : cell_of_place(o, place);
    if (id == INTERN_NONE) return UINT32_MAX;
    const OutlineCell *c = &o->cells.data[id];
    return c->is_dropped || c->kind != kind || (kind == OUTLINE_NUMBER && c->bytes != bytes) ? UINT32_MAX : id;
}

typedef struct Collect {
    Outline *o;
    Ids *out;
} Collect;

static void collect_number(Outline *o, uint32_t cell, void *arg)
{
    Ids *out = arg;
    const OutlineCell *c = &o->cells.data[cell];
    bool is_known =
        c->is_dropped || c->kind != OUTLINE_NUMBER || o->survey->objects.data[c->object].kind == SURVEY_CONSTANT;
    for (uint32_t i = 0; i < out->count && !is_known; i++)
        is_known = out->data[i] == cell;
    if (!is_known) vec_push(o->run, out, cell);
}

static void collect_effect(void *arg, const SurveyEffect *e)
{
    Collect *c = arg;
    if (e->is_write) visit_effect(c->o, e, collect_number, c->out);
}

const Ids *outline_written(Outline *o, LLVMValueRef instruction)
{
    bool is_new;
    uint32_t id = pointer_id(&o->written_ids, instruction, &is_new);
    if (!is_new) return &o->written.data[id];
    Ids out = {0};
    Collect c = {o, &out};
    effects_of(o->survey, instruction, collect_effect, &c);
    vec_push(o->run, &o->written, out);
    CHECK(o->written.count == o->written_ids.count);
    return &vec_last(&o->written);
}

void outline_locks(Outline *o, LLVMValueRef pointer, OutlineKind kind, Ids *locks)
{
    const Survey *s = o->survey;
    const Ids *targets = effect_targets(s, pointer);
    *locks = (Ids){0};
    for (uint32_t i = 0; targets && i < targets->count; i++) {
        const SurveyPlace *p = &s->places.data[targets->data[i]];
        const Ids *cells = &o->object_cells[p->object];
        for (uint32_t k = 0; k < cells->count; k++) {
            const OutlineCell *c = &o->cells.data[cells->data[k]];
            bool is_meant = !c->is_dropped && c->kind == kind && (p->offset == ANYWHERE || p->offset == c->offset);
            for (uint32_t m = 0; m < locks->count; m++)
                is_meant &= locks->data[m] != cells->data[k];
            if (is_meant) vec_push(o->run, locks, cells->data[k]);
        }
    }
}
