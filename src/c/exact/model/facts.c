#include "c/exact/model/facts.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "c/exact/model/outside.h"

#define DEFAULT_BUDGET 200000u /* instructions after inlining */

/* ---- facts ---- */

/* Those that are of a value as a whole. */
#define FACTS_OF_VALUES (FACT_ADDRESSED | FACT_POOLED | FACT_OVERLAPPED | FACT_EXPANDED | FACT_PADDING | FACT_SAVED)

bool facts_are_valid(const Facts *facts)
{
    uint32_t contexts = facts->context_ids.count;
    return facts->ids.count == facts->flags.count && facts->slot_ids.count == facts->slots.count &&
           facts->heap_ids.count == facts->heap.count && facts->key_ids.count >= facts->key_destructors.count &&
           facts->context_roots.count == (contexts ? contexts + 1 : 0);
}

static uint32_t fact_find(const Facts *facts, LLVMValueRef value, uint64_t offset, uint32_t key[4])
{
    uintptr_t p = (uintptr_t)value;
    key[0] = (uint32_t)p;
    key[1] = (uint32_t)((uint64_t)p >> 32);
    key[2] = (uint32_t)offset;
    key[3] = (uint32_t)(offset >> 32);
    return intern_find(&facts->ids, key, 4);
}

bool facts_has(const Facts *facts, LLVMValueRef value, uint64_t offset, uint32_t flag)
{
    uint32_t key[4];
    uint32_t id = fact_find(facts, value, offset, key);
    CHECK(id == INTERN_NONE || id < facts->flags.count);
    return id != INTERN_NONE && (facts->flags.data[id] & flag);
}

void facts_add(Lowering *L, LLVMValueRef value, uint64_t offset, uint32_t flag)
{
    Facts *facts = L->facts;
    uint32_t key[4];
    CHECK(value && flag && (offset == 0 || !(flag & FACTS_OF_VALUES)));
    uint32_t id = fact_find(facts, value, offset, key);
    if (id == INTERN_NONE) {
        id = intern_add(&facts->ids, key, 4, NULL);
        vec_push(L->run, &facts->flags, 0);
    }
    if ((facts->flags.data[id] & flag) == flag) return;
    facts->flags.data[id] |= flag;
    facts->has_sync |= (flag & FACT_SYNC) != 0;
    facts->has_changed = true;
    CHECK(facts_are_valid(facts));
    CHECK(!(facts->flags.data[id] & FACT_ONCE) || (facts->flags.data[id] & FACT_SYNC));
}

Facts *facts_new(Run *run)
{
    Facts *facts = run_alloc(run, sizeof *facts);
    intern_init(run, &facts->ids);
    intern_init(run, &facts->context_ids);
    intern_init(run, &facts->slot_ids);
    intern_init(run, &facts->heap_ids);
    intern_init(run, &facts->key_ids);
    return facts;
}

void facts_free(Run *run, Facts *facts)
{
    intern_clear(&facts->ids);
    intern_clear(&facts->context_ids);
    intern_clear(&facts->slot_ids);
    intern_clear(&facts->heap_ids);
    intern_clear(&facts->key_ids);
    vec_free(run, &facts->flags);
    vec_free(run, &facts->context_roots);
    for (uint32_t i = 0; i < facts->slots.count; i++)
        vec_free(run, &facts->slots.data[i]->list);
    vec_free(run, &facts->slots);
    vec_free(run, &facts->key_destructors);
    vec_free(run, &facts->heap);
    run_release(run, facts);
}

/* ---- contexts of calls ---- */

uint32_t context_of(Lowering *L, const Frame *caller, LLVMValueRef function, LLVMValueRef call)
{
    uintptr_t f = (uintptr_t)function, c = (uintptr_t)call;
    uint32_t key[5] = {caller ? caller->serial : UINT32_MAX, (uint32_t)f, (uint32_t)((uint64_t)f >> 32), (uint32_t)c,
                       (uint32_t)((uint64_t)c >> 32)};
    bool is_new;
    uint32_t id = intern_add(&L->facts->context_ids, key, 5, &is_new) + 1; /* 0 is no call */
    if (is_new) {
        vec_resize(L->run, &L->facts->context_roots, id + 1);
        L->facts->context_roots.data[id] = caller ? L->thread->function : function;
    }
    CHECK(L->facts->context_roots.data[id] == (caller ? L->thread->function : function));
    CHECK(facts_are_valid(L->facts));
    return id;
}

uint32_t context_of_object(Lowering *L, uint32_t context, LLVMValueRef call, uint32_t k)
{
    if (k == 0) return context;
    uintptr_t c = (uintptr_t)call;
    CHECK(context < L->facts->context_roots.count);
    uint32_t key[5] = {context, k, 0, (uint32_t)c, (uint32_t)((uint64_t)c >> 32)}; /* no function lies at address k */
    bool is_new;
    uint32_t id = intern_add(&L->facts->context_ids, key, 5, &is_new) + 1;
    if (is_new) {
        vec_resize(L->run, &L->facts->context_roots, id + 1);
        L->facts->context_roots.data[id] = L->thread->function;
    }
    CHECK(L->facts->context_roots.data[id] == L->facts->context_roots.data[context]);
    return id;
}

/* ---- objects on the heap ---- */

uint32_t heap_id(Lowering *L, LLVMValueRef call, uint32_t scope)
{
    uintptr_t p = (uintptr_t)call;
    uint32_t key[3] = {(uint32_t)p, (uint32_t)((uint64_t)p >> 32), scope};
    bool is_new;
    uint32_t id = intern_add(&L->facts->heap_ids, key, 3, &is_new);
    if (is_new) vec_push(L->run, &L->facts->heap, ((HeapRow){.call = call, .scope = scope, .class = id, .members = 1}));
    CHECK(facts_are_valid(L->facts) && L->facts->heap.data[id].call == call);
    return id;
}

HeapRow *heap_row(Lowering *L, LLVMValueRef call, uint32_t scope)
{
    uint32_t id = heap_id(L, call, scope); /* adds to the rows */
    return &L->facts->heap.data[id];
}

/* ---- refusals ---- */

const char *lower_reason(Lowering *L, const char *text)
{
    char where[512];
    SourcePos pos = {L->pos.file, L->pos.line, 0};
    diag_format_pos(pos, where, sizeof where);
    return run_format(L->run, "%s%s", where, text);
}

_Noreturn void lower_refuse(Lowering *L, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    /* What has been learnt in this pass may make a difference. */
    if (L->facts->has_changed) longjmp(L->restart, 1);
    if (L->tolerance) {
        char *end = text + strcspn(text, ";");
        L->tolerance->remedy = run_format(L->run, "%s", end);
        *end = 0;
        L->tolerance->text = run_format(L->run, "%s", text);
        L->tolerance->reason = lower_reason(L, text);
        longjmp(L->tolerance->env, 1);
    }
    diag_add(L->run, SEVERITY_ERROR, L->pos, "%s", text);
    text[strcspn(text, ";")] = 0;
    run_stop(L->run, STOP_UNSUPPORTED, "%s", lower_reason(L, text));
}

/* ---- targets ---- */

void targets_share(Lowering *L, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target *t = &targets->list.data[i];
        if (LLVMIsAAllocaInst(t->value) || LLVMIsACallInst(t->value))
            facts_add(L, t->value, t->scope, FACT_SHARED);
        else if (t->scope && !outside_is(t->value))
            lower_refuse(L, "the address of a thread-local variable becomes visible to other threads, which is not "
                            "supported; use a global variable");
    }
}

void facts_note_numbers(Lowering *L)
{
    L->facts->has_changed |= !L->facts->has_numbers;
    L->facts->has_numbers = true;
}

void facts_forget_numbers(Lowering *L)
{
    for (uint32_t i = 0; i < L->facts->slots.count; i++)
        L->facts->slots.data[i]->has_number = false;
    L->facts->forgets_numbers = L->facts->has_changed = true;
}

void facts_keep_kinds(Lowering *L)
{
    if (L->facts->keeps_kinds) return;
    L->facts->keeps_kinds = L->facts->has_changed = true;
    for (uint32_t i = 0; i < L->facts->slots.count; i++)
        vec_free(L->run, &L->facts->slots.data[i]->list);
    intern_clear(&L->facts->slot_ids); /* integers that seemed to be addresses are none */
    intern_init(L->run, &L->facts->slot_ids);
    L->facts->slots.count = 0;
    longjmp(L->restart, 1);
}

static bool key_is_of(const uint32_t *key, LLVMValueRef value)
{
    uintptr_t p = (uintptr_t)value;
    return key[0] == (uint32_t)p && key[1] == (uint32_t)((uint64_t)p >> 32);
}

/* What pointers in the object hold is found again, where they are now. */
static void forget_slots(Lowering *L, LLVMValueRef call)
{
    Facts *facts = L->facts;
    Intern before = facts->slot_ids;
    intern_init(L->run, &facts->slot_ids);
    uint32_t kept = 0; /* so many are in the table again */
    for (uint32_t id = 0; id < before.count; id++) {
        uint32_t length;
        const uint32_t *key = intern_key(&before, id, &length);
        Targets *set = facts->slots.data[id];
        if (key_is_of(key, call)) {
            vec_free(L->run, &set->list);
            continue;
        }
        bool is_new;
        uint32_t now = intern_add(&facts->slot_ids, key, length, &is_new);
        CHECK(is_new && now == kept);
        facts->slots.data[now] = set;
        kept = facts->slot_ids.count;
    }
    facts->slots.count = kept;
    intern_clear(&before);
}

/* Until its type was known an object on the heap was an array of something smaller, whose elements have one start. What
 * was so learnt is about other scalars than those that it has: a lock behind the first member made data of all, and
 * where an address was kept a number may be. All of it is learnt again, as far as it is so. */
static void forget_layout(Lowering *L, LLVMValueRef call)
{
    const uint32_t flags =
        FACT_INDEXED | FACT_SYNC | FACT_ONCE | FACT_PIECES_1 | FACT_PIECES_2 | FACT_PIECES_4 | FACT_OVERLAPPED;
    Facts *facts = L->facts;
    for (uint32_t id = 0; id < facts->ids.count; id++)
        if (key_is_of(intern_key(&facts->ids, id, NULL), call)) facts->flags.data[id] &= ~flags;
    forget_slots(L, call);
}

void facts_begin_pass(Lowering *L)
{
    for (uint32_t i = 0; i < L->facts->heap.count; i++) {
        HeapRow *row = &L->facts->heap.data[i];
        if (row->is_retyped) forget_layout(L, row->call);
        row->is_retyped = false;
    }
    if (L->facts->forgets_numbers) facts_forget_numbers(L);
    L->facts->forgets_numbers = L->facts->has_changed = false;
}

void facts_count_instruction(Lowering *L)
{
    uint32_t budget = L->options->inline_budget ? L->options->inline_budget : DEFAULT_BUDGET;
    if (++L->instruction_count > budget)
        lower_refuse(L, "the program has more than %u instructions after inlining; simplify it", budget);
    if (L->size_limit && L->instruction_count > L->size_limit) {
        L->facts->is_large = true;
        longjmp(L->restart, 1);
    }
    run_poll(L->run);
}

/* ---- pointers ---- */

static bool is_assigned_again(LLVMValueRef alloca)
{
    unsigned stores = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
        stores += LLVMIsAStoreInst(LLVMGetUser(u)) && LLVMGetOperand(LLVMGetUser(u), 1) == alloca;
    return stores > 1;
}

void facts_tell_apart(Lowering *L)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(L->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f)) continue;
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
        for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAAllocaInst(i) || LLVMGetTypeKind(LLVMGetAllocatedType(i)) != LLVMPointerTypeKind) continue;
            if (is_assigned_again(i)) facts_add(L, i, 0, FACT_RUNTIME);
        }
    }
}
