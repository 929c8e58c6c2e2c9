#include "report/effect.h"

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "logic/term/walk.h"
#include "program/step.h"
#include "report/dependence.h"
#include "report/held.h"
#include "report/library.h"
#include "report/value.h"

/* ---- reads ---- */

static Value value_at_step(void *arg, TermManager *tm, Term var)
{
    ReportBuilder *b = arg;
    VarId v = {term_symbol(tm, var)};
    for (uint32_t i = 0; i < b->trace_step->inputs.count; i++)
        if (b->trace_step->inputs.data[i].var.i == v.i) return b->trace_step->inputs.data[i].value;
    VarSlot *slot = builder_slot(b, v, b->thread);
    return slot ? slot->value : (Value){.bits = 0};
}

/* The writer is a step of the trace, counted from 1, until steps.c knows in which printed step that is. */
static ReportChange read_of(ReportBuilder *b, VarId v, uint64_t index, const char *name, const char *value)
{
    uint32_t writer = dependence_writer(b, v, index);
    CHECK(name && value);
    bool is_local = builder_var(b, v)->class == VAR_LOCAL;
    return (ReportChange){
        .name = name, .after = value, .is_local = is_local, .writer = writer == NO_ID ? 0 : writer + 1};
}

static void note_step_read(ReportBuilder *b, const ReportChange *read)
{
    if (!builder_find_change(&b->step.reads, read->name, NULL)) vec_push(b->run, &b->step.reads, *read);
}

/* Has it a name and a value that people know? Arrays are known by their elements. */
static bool is_readable(const ReportBuilder *b, VarId v, const VarSlot *slot)
{
    const Var *var = builder_var(b, v);
    bool is_told = !var->is_temporary && !library_hides_variable(b, var);
    return slot && slot->known && is_told && var->sort.kind != SORT_ARRAY;
}

/* A variable of a term of the edge, evaluated before the step. The failing step shows locals too. */
static void on_read(void *arg, Term t)
{
    ReportBuilder *b = arg;
    VarId v = {term_symbol(b->program->tm, t)};
    const Var *var = builder_var(b, v);
    VarSlot *slot = builder_slot(b, v, b->thread);
    builder_touch(b, v);
    if (!slot) return;
    slot->used |= slot->arbitrary;
    if (!is_readable(b, v, slot) || (var->class != VAR_SHARED && !b->step.fails)) return;
    b->visible = true;
    if (var->is_untold) return;
    ReportChange read = read_of(b, v, UINT64_MAX, var->name, builder_value_text(b, v, &slot->value));
    note_step_read(b, &read);
}

static const char *name_of_element(ReportBuilder *b, const Var *var, uint64_t index)
{
    Str s;
    str_init(b->run, &s);
    str_addf(&s, "%s[", var->name);
    report_add_index(&s, var, index);
    str_add(&s, "]");
    return str_text(&s);
}

static const char *element_text(ReportBuilder *b, const Var *var, const Value *array, uint64_t index)
{
    Str s;
    str_init(b->run, &s);
    report_add_element(&s, var, array, index);
    return str_text(&s);
}

/* Elements of arrays that are read. */
static void note_read_element(void *arg, Term t)
{
    ReportBuilder *b = arg;
    TermManager *tm = b->program->tm;
    if (term_kind(tm, t) != TERM_SELECT || term_kind(tm, term_arg(tm, t, 0)) != TERM_VAR) return;
    VarId v = {term_symbol(tm, term_arg(tm, t, 0))};
    const VarSlot *slot = builder_slot(b, v, b->thread);
    if (!slot || !slot->known || builder_var(b, v)->class != VAR_SHARED) return;
    if (library_hides_variable(b, builder_var(b, v))) return;
    uint64_t index = term_evaluate(tm, term_arg(tm, t, 1), value_at_step, b, NULL).bits;
    ReportChange read = read_of(b, v, index, name_of_element(b, builder_var(b, v), index),
                                element_text(b, builder_var(b, v), &slot->value, index));
    note_step_read(b, &read);
}

static void read_term_variables(ReportBuilder *b, Term t)
{
    term_for_each_var(b->program->tm, t, on_read, b);
    term_for_each_subterm(b->program->tm, t, note_read_element, b);
}

static void read_edge(ReportBuilder *b, const Edge *e)
{
    read_term_variables(b, e->guard);
    for (uint32_t i = 0; i < e->assign_count; i++)
        read_term_variables(b, e->assigns[i].value);
    for (uint32_t i = 0; i < e->arg_count; i++)
        read_term_variables(b, e->args[i].value);
    b->visible |= b->step.reads.count > 0;
}

/* ---- changes ---- */

static void note_change(ReportBuilder *b, const char *name, const char *owner, const char *before, const char *after)
{
    CHECK(name && after);
    ReportChange *c = builder_find_change(&b->step.changes, name, owner);
    ReportChange fresh = {.name = name,
                          .owner = owner,
                          .before = before,
                          .after = after,
                          .is_local = b->changes_local,
                          .is_number = b->changes_number};
    if (c)
        c->after = after;
    else
        vec_push(b->run, &b->step.changes, fresh);
    b->visible = true;
}

static void note_element(ReportBuilder *b, const Var *var, const char *owner, const Value *before, const Value *after,
                         uint64_t index)
{
    bool differs = value_select(before, index) != value_select(after, index);
    const char *old = differs ? element_text(b, var, before, index) : NULL;
    note_change(b, name_of_element(b, var, index), owner, old, element_text(b, var, after, index));
}

static bool entries_are_sorted(const Value *array)
{
    for (uint32_t i = 1; i < array->count; i++)
        if (array->entries[i - 1].index >= array->entries[i].index) return false;
    return true;
}

/* The elements that differ, by index: those of both lists, which are sorted. */
static void note_elements(ReportBuilder *b, const Var *var, const char *owner, const Value *before, const Value *after)
{
    CHECK(entries_are_sorted(before) && entries_are_sorted(after));
    uint32_t i = before->entries == after->entries ? (before->count < after->count ? before->count : after->count) : 0;
    for (uint32_t k = i; i < before->count || k < after->count;) { /* those that they share are the same */
        uint64_t old = i < before->count ? before->entries[i].index : UINT64_MAX;
        uint64_t new = k < after->count ? after->entries[k].index : UINT64_MAX;
        uint64_t index = old < new ? old : new;
        bool was = i < before->count && old == index, is = k < after->count && new == index;
        uint64_t then = was ? before->entries[i].value : before->bits;
        if (then != (is ? after->entries[k].value : after->bits)) note_element(b, var, owner, before, after, index);
        i += was;
        k += is;
    }
}

/* The value before, where it means something: an arbitrary one that nobody read does not. */
static const Value *meaningful_value_before(const VarSlot *slot)
{
    return slot->known && (!slot->arbitrary || slot->used) ? &slot->value : NULL;
}

static void change_slot(ReportBuilder *b, VarId v, uint32_t thread, const Value *value)
{
    VarSlot *slot = builder_slot(b, v, thread);
    if (!slot) return;
    const Var *var = builder_var(b, v);
    builder_touch(b, v);
    CHECK(thread < b->threads.count);
    b->changes_local = var->class == VAR_LOCAL;
    b->changes_number = var->is_number;
    const char *owner = var->class == VAR_LOCAL && thread != b->thread ? b->out->threads.data[thread] : NULL;
    const Value *before = meaningful_value_before(slot);
    if (var->is_temporary || var->is_untold || library_hides_variable(b, var))
        b->visible |= var->is_untold;
    else if (before && var->sort.kind == SORT_ARRAY && before->bits == value->bits)
        note_elements(b, var, owner, before, value);
    else if (before && !value_equal(before, value))
        note_change(b, var->name, owner, builder_value_text(b, v, before), builder_value_text(b, v, value));
    else
        note_change(b, var->name, owner, NULL, builder_value_text(b, v, value));
    held_take_value(b, v, slot->known ? &slot->value : NULL, value);
    slot->value = *value;
    slot->known = true;
    slot->arbitrary = false;
}

static void create_thread(ReportBuilder *b, const Edge *e, const Value *args)
{
    CHECK(b->trace_step->child == b->threads.count && b->trace_step->child < b->out->threads.count);
    uint32_t child = b->threads.count;
    builder_start_thread(b, e->spawn);
    for (uint32_t i = 0; i < b->trace_step->child_locals.count; i++) {
        const TraceValue *v = &b->trace_step->child_locals.data[i];
        builder_set_arbitrary(builder_slot(b, v->var, child), &v->value);
    }
    for (uint32_t i = 0; i < e->arg_count; i++) {
        VarSlot *slot = builder_slot(b, e->args[i].var, child);
        if (slot) slot->known = false;
        change_slot(b, e->args[i].var, child, &args[i]);
    }
    vec_push(b->run, &b->step.creates, child);
    b->visible = true;
}

/* A write of an element that has that value already: nothing differs, but something is written. */
static void note_store(ReportBuilder *b, const Assign *assign, const Value *value)
{
    TermManager *tm = b->program->tm;
    const Var *var = builder_var(b, assign->var);
    const VarSlot *slot = builder_slot(b, assign->var, b->thread);
    if (term_kind(tm, assign->value) != TERM_STORE || var->is_temporary || !slot || !slot->known) return;
    if (library_hides_variable(b, var) || !value_equal(&slot->value, value)) return;
    uint64_t index = term_evaluate(tm, term_arg(tm, assign->value, 1), value_at_step, b, NULL).bits;
    b->changes_local = var->class == VAR_LOCAL;
    b->changes_number = false;
    note_element(b, var, NULL, &slot->value, value, index);
}

/* The effect of the edge: values are computed from the state before, as the replay did. */
static void apply_edge(ReportBuilder *b, const Edge *e)
{
    TermManager *tm = b->program->tm;
    Value *values = run_alloc(b->run, (e->assign_count + e->arg_count + 1) * sizeof *values),
          *args = values + e->assign_count;
    for (uint32_t i = 0; i < e->assign_count; i++)
        values[i] = term_evaluate(tm, e->assigns[i].value, value_at_step, b, NULL);
    for (uint32_t i = 0; i < e->arg_count; i++)
        args[i] = term_evaluate(tm, e->args[i].value, value_at_step, b, NULL);
    for (uint32_t i = 0; i < e->assign_count; i++)
        note_store(b, &e->assigns[i], &values[i]);
    for (uint32_t i = 0; i < e->assign_count; i++)
        change_slot(b, e->assigns[i].var, b->thread, &values[i]);
    if (e->spawn.i != NO_ID && b->trace_step->child != NO_ID) create_thread(b, e, args);
}

static void on_condition_var(void *arg, Term var)
{
    ReportBuilder *b = arg;
    const Var *v = builder_var(b, (VarId){term_symbol(b->program->tm, var)});
    if (v->is_temporary || v->is_untold || v->class == VAR_INPUT) b->step.condition = NULL;
}

static void on_decided(void *arg, Term t)
{
    ReportBuilder *b = arg;
    VarId v = {term_symbol(b->program->tm, t)};
    const VarSlot *slot = builder_slot(b, v, b->thread);
    if (!is_readable(b, v, slot) || builder_var(b, v)->is_untold) return;
    ReportChange read = read_of(b, v, UINT64_MAX, builder_var(b, v)->name, builder_value_text(b, v, &slot->value));
    vec_push(b->run, &b->threads.data[b->thread].decided, read);
}

/* What a decision uses is what fails, when the failure is all that it leads to. */
static void take_decision(ReportBuilder *b, const Edge *e)
{
    ReportChanges *decided = &b->threads.data[b->thread].decided;
    bool is_decision = program_out_count(b->program, e->from) > 1;
    if (is_decision) vec_clear(decided);
    if (is_decision) term_for_each_var(b->program->tm, e->guard, on_decided, b);
    for (uint32_t i = 0; i < decided->count && e->is_error && !is_decision && !e->what; i++)
        note_step_read(b, &decided->data[i]);
}

/* The guard as text when all its variables mean something to the reader. */
static void note_condition(ReportBuilder *b, const Edge *e)
{
    if (e->is_error || term_is_const(b->program->tm, e->guard) || library_hides_edge(b, e)) return;
    Str s;
    str_init(b->run, &s);
    program_print_term(b->program, e->guard, &s);
    b->step.condition = str_text(&s);
    term_for_each_var(b->program->tm, e->guard, on_condition_var, b);
    b->visible |= b->step.condition != NULL;
}

static SourcePos place_of_step(const ReportBuilder *b, uint32_t step)
{
    return program_place_in_file(b->program, &b->program->edges.data[b->trace->steps.data[step].edge.i]);
}

/* The step whose write has come next after the one that a stale access finds; the step itself: none has. */
static uint32_t overwriting_step(const ReportBuilder *b, const TraceStale *stale)
{
    uint32_t next = stale->after == NO_ID ? 0 : stale->after + 1;
    for (const TraceStep *s; (s = &b->trace->steps.data[next]) != b->trace_step; next++)
        if (!s->stale && step_assigns(&b->program->edges.data[s->edge.i], stale->var)) return next;
    return next;
}

/* How the access is out of order. */
static const char *stale_text(const ReportBuilder *b, const Edge *edge)
{
    const TraceStale *stale = b->trace_step->stale;
    const char *name = builder_var(b, stale->var)->name;
    uint32_t next = overwriting_step(b, stale);
    if (&b->trace->steps.data[next] == b->trace_step) return NULL;
    uint32_t by = place_of_step(b, next).line;
    if (step_assigns(edge, stale->var)) return run_format(b->run, "`%s` is written before line %u writes it", name, by);
    if (stale->after == NO_ID)
        return run_format(b->run, "reads the initial value of `%s`, although line %u has overwritten it", name, by);
    return run_format(b->run, "reads what line %u wrote to `%s`, although line %u has overwritten it",
                      place_of_step(b, stale->after).line, name, by);
}

static void take_edge(ReportBuilder *b, const Edge *edge)
{
    CHECK(b->thread < b->threads.count);
    CHECK(b->program->locs.data[edge->from.i].template.i == b->threads.data[b->thread].template.i);
    read_edge(b, edge);
    take_decision(b, edge);
    note_condition(b, edge);
    dependence_take_edge(b, edge);
    apply_edge(b, edge);
}

/* What is written has been overwritten by others. */
void effect_take_edge(ReportBuilder *b, const Edge *edge)
{
    const TraceStale *stale = b->trace_step->stale;
    if (!stale) {
        take_edge(b, edge);
        return;
    }
    VarSlot *slot = builder_slot(b, stale->var, b->thread), last = *slot;
    slot->value = stale->value;
    slot->known = true;
    take_edge(b, edge);
    *slot = last;
    b->step.stale = stale_text(b, edge);
    b->visible = true;
}

void effect_take_folded(ReportBuilder *b, const Edge *edge)
{
    CHECK(b->thread < b->threads.count && !edge->is_error);
    dependence_take_folded(b, edge);
    apply_edge(b, edge);
}
