/* From a trace to the steps that are shown. The values of all variables are followed through the trace, which
 * gives each change its value before and tells which arbitrary initial values mattered. A read of a shared variable
 * into a temporary is shown although the temporary is not: it is what makes an interleaving understandable. */
#include "report/steps.h"

#include <string.h>

#include "report/value.h"

/* What is known about a variable. */
typedef struct Slot {
    Value value;
    bool known;
    bool arbitrary; /* still its arbitrary initial value */
    bool used;      /* some step read that value */
    Value initial;
} Slot;

typedef struct Tracked {
    TemplateId template;
    Slot *locals; /* in the order of Template.locals */
    bool acted;
} Tracked;

typedef struct Builder {
    Run *run;
    Program *program;
    const Trace *trace;
    ReportSteps *out;
    Slot *shared;          /* indexed by VarId.i */
    uint32_t *local_index; /* VarId.i to its place in Template.locals */
    VEC(Tracked) threads;
    /* the step being built */
    uint32_t thread;
    const TraceStep *trace_step;
    ReportStep step;
    bool visible;
} Builder;

static const Var *var_of(const Builder *b, VarId v) { return &b->program->vars.data[v.i]; }

/* The variable as the thread sees it; NULL for inputs and other templates' locals. */
static Slot *slot_of(Builder *b, VarId v, uint32_t thread)
{
    const Var *var = var_of(b, v);
    if (var->class == VAR_SHARED) return &b->shared[v.i];
    if (var->class == VAR_INPUT || thread >= b->threads.count) return NULL;
    Tracked *t = &b->threads.data[thread];
    return t->template.i == var->template.i ? &t->locals[b->local_index[v.i]] : NULL;
}

static const char *value_text(Builder *b, VarId v, const Value *value)
{
    Str s;
    str_init(b->run, &s);
    report_add_value(&s, var_of(b, v), value);
    return str_text(&s);
}

/* ---- initial values ---- */

static Value no_env(void *arg, TermManager *tm, Term var)
{
    (void)arg, (void)tm, (void)var;
    return (Value){0, NULL, 0};
}

static void init_slot(Builder *b, VarId v, Slot *slot)
{
    Term init = var_of(b, v)->init;
    memset(slot, 0, sizeof *slot);
    if (!term_is(init)) return;
    slot->value = term_evaluate(b->program->tm, init, no_env, NULL, NULL);
    slot->known = true;
}

static void set_arbitrary(Slot *slot, const Value *value)
{
    if (!slot) return;
    slot->value = slot->initial = *value;
    slot->known = slot->arbitrary = true;
}

static void start_thread(Builder *b, TemplateId template)
{
    const Template *t = &b->program->templates.data[template.i];
    Tracked tracked = {template, run_alloc(b->run, (t->locals.count + 1) * sizeof(Slot)), false};
    for (uint32_t i = 0; i < t->locals.count; i++)
        init_slot(b, (VarId){t->locals.data[i]}, &tracked.locals[i]);
    vec_push(b->run, &b->threads, tracked);
}

static const char *thread_name(const Builder *b, TemplateId template, uint32_t number)
{
    const Template *t = &b->program->templates.data[template.i];
    if (t->cardinality == COUNT_ONE) return t->name;
    return run_format(b->run, "%s#%u", b->program->templates.count == 1 ? "" : t->name, number);
}

/* Names in order of creation; the number counts the threads that have one. */
static void name_threads(Builder *b)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < b->trace->initial.count; i++) {
        TemplateId t = b->trace->initial.data[i].template;
        bool numbered = b->program->templates.data[t.i].cardinality != COUNT_ONE;
        vec_push(b->run, &b->out->threads, thread_name(b, t, number += numbered));
    }
    for (uint32_t i = 0; i < b->trace->steps.count; i++) {
        TemplateId t = b->program->edges.data[b->trace->steps.data[i].edge.i].spawn;
        if (t.i == NO_ID) continue;
        bool numbered = b->program->templates.data[t.i].cardinality != COUNT_ONE;
        vec_push(b->run, &b->out->threads, thread_name(b, t, number += numbered));
    }
}

static void start(Builder *b)
{
    Program *p = b->program;
    b->shared = run_alloc(b->run, (p->vars.count + 1) * sizeof *b->shared);
    b->local_index = run_alloc(b->run, (p->vars.count + 1) * sizeof *b->local_index);
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = 0; i < p->templates.data[t].locals.count; i++)
            b->local_index[p->templates.data[t].locals.data[i]] = i;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) init_slot(b, (VarId){v}, &b->shared[v]);
    for (uint32_t i = 0; i < b->trace->shared.count; i++)
        set_arbitrary(slot_of(b, b->trace->shared.data[i].var, 0), &b->trace->shared.data[i].value);
    for (uint32_t t = 0; t < b->trace->initial.count; t++) {
        const TraceThread *thread = &b->trace->initial.data[t];
        start_thread(b, thread->template);
        for (uint32_t i = 0; i < thread->locals.count; i++)
            set_arbitrary(slot_of(b, thread->locals.data[i].var, t), &thread->locals.data[i].value);
    }
    name_threads(b);
}

/* ---- one edge ---- */

static Value env(void *arg, TermManager *tm, Term var)
{
    Builder *b = arg;
    VarId v = {term_symbol(tm, var)};
    for (uint32_t i = 0; i < b->trace_step->inputs.count; i++)
        if (b->trace_step->inputs.data[i].var.i == v.i) return b->trace_step->inputs.data[i].value;
    Slot *slot = slot_of(b, v, b->thread);
    return slot ? slot->value : (Value){0, NULL, 0};
}

static ReportChange *find_change(ReportChanges *list, const char *name, const char *owner)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i].owner == owner && strcmp(list->data[i].name, name) == 0) return &list->data[i];
    return NULL;
}

static void note_read(Builder *b, VarId v)
{
    const Slot *slot = slot_of(b, v, b->thread);
    if (var_of(b, v)->is_temporary || !slot || !slot->known || find_change(&b->step.reads, var_of(b, v)->name, NULL))
        return;
    ReportChange read = {var_of(b, v)->name, NULL, NULL, value_text(b, v, &slot->value)};
    vec_push(b->run, &b->step.reads, read);
}

/* A variable of a term of the edge, evaluated before the step. */
static void on_read(void *arg, Term var)
{
    Builder *b = arg;
    VarId v = {term_symbol(b->program->tm, var)};
    Slot *slot = slot_of(b, v, b->thread);
    if (!slot) return;
    slot->used |= slot->arbitrary;
    if (var_of(b, v)->class == VAR_SHARED || b->step.fails) note_read(b, v);
}

static void read_edge(Builder *b, const Edge *e)
{
    TermManager *tm = b->program->tm;
    term_for_each_var(tm, e->guard, on_read, b);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(tm, e->assigns[i].value, on_read, b);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(tm, e->args[i].value, on_read, b);
    b->visible |= b->step.reads.count > 0;
}

static void note_change(Builder *b, const char *name, const char *owner, const char *before, const char *after)
{
    ReportChange *c = find_change(&b->step.changes, name, owner);
    ReportChange fresh = {name, owner, before, after};
    if (c)
        c->after = after;
    else
        vec_push(b->run, &b->step.changes, fresh);
    b->visible = true;
}

static void note_element(Builder *b, const Var *var, const char *owner, const Value *before, const Value *after,
                         uint64_t index)
{
    if (value_select(before, index) == value_select(after, index)) return;
    Str name, old, new;
    str_init(b->run, &name);
    str_init(b->run, &old);
    str_init(b->run, &new);
    str_addf(&name, "%s[", var->name);
    report_add_index(&name, var, index);
    str_add(&name, "]");
    report_add_element(&old, var, before, index);
    report_add_element(&new, var, after, index);
    note_change(b, str_text(&name), owner, str_text(&old), str_text(&new));
}

/* The elements that differ, by index (an index in both lists is noted once: the second time changes nothing). */
static void note_elements(Builder *b, const Var *var, const char *owner, const Value *before, const Value *after)
{
    for (uint32_t i = 0; i < before->count; i++)
        note_element(b, var, owner, before, after, before->entries[i].index);
    for (uint32_t i = 0; i < after->count; i++)
        note_element(b, var, owner, before, after, after->entries[i].index);
}

/* The value before, where it means something: an arbitrary one that nobody read does not. */
static const Value *value_before(const Slot *slot)
{
    return slot->known && (!slot->arbitrary || slot->used) ? &slot->value : NULL;
}

static void change(Builder *b, VarId v, uint32_t thread, const Value *value)
{
    Slot *slot = slot_of(b, v, thread);
    if (!slot) return;
    const Var *var = var_of(b, v);
    const char *owner = var->class == VAR_LOCAL && thread != b->thread ? b->out->threads.data[thread] : NULL;
    const Value *before = value_before(slot);
    if (var->is_temporary)
        ;
    else if (before && var->sort.kind == SORT_ARRAY && before->bits == value->bits)
        note_elements(b, var, owner, before, value);
    else if (before && !value_equal(before, value))
        note_change(b, var->name, owner, value_text(b, v, before), value_text(b, v, value));
    else
        note_change(b, var->name, owner, NULL, value_text(b, v, value));
    slot->value = *value;
    slot->known = true;
    slot->arbitrary = false;
}

static void create_thread(Builder *b, const Edge *e, const Value *args)
{
    uint32_t child = b->threads.count;
    start_thread(b, e->spawn);
    for (uint32_t i = 0; i < b->trace_step->child_locals.count; i++) {
        const TraceValue *v = &b->trace_step->child_locals.data[i];
        set_arbitrary(slot_of(b, v->var, child), &v->value);
    }
    for (uint32_t i = 0; i < e->arg_count; i++) {
        Slot *slot = slot_of(b, e->args[i].var, child);
        if (slot) slot->known = false;
        change(b, e->args[i].var, child, &args[i]);
    }
    vec_push(b->run, &b->step.creates, child);
    b->visible = true;
}

/* The effect of the edge: values are computed from the state before, as the replay did. */
static void apply_edge(Builder *b, const Edge *e)
{
    TermManager *tm = b->program->tm;
    Value *values = run_alloc(b->run, (e->assign_count + e->arg_count + 1) * sizeof *values),
          *args = values + e->assign_count;
    for (uint32_t i = 0; i < e->assign_count; i++)
        values[i] = term_evaluate(tm, e->assigns[i].value, env, b, NULL);
    for (uint32_t i = 0; i < e->arg_count; i++)
        args[i] = term_evaluate(tm, e->args[i].value, env, b, NULL);
    for (uint32_t i = 0; i < e->assign_count; i++)
        change(b, e->assigns[i].var, b->thread, &values[i]);
    if (e->spawn.i != NO_ID) create_thread(b, e, args);
}

static void on_condition_var(void *arg, Term var)
{
    Builder *b = arg;
    const Var *v = var_of(b, (VarId){term_symbol(b->program->tm, var)});
    if (v->is_temporary || v->class == VAR_INPUT) b->step.condition = NULL;
}

/* The guard as text when all its variables mean something to the reader. */
static void note_condition(Builder *b, const Edge *e)
{
    if (e->is_error || term_is_const(b->program->tm, e->guard)) return;
    Str s;
    str_init(b->run, &s);
    program_print_term(b->program, e->guard, &s);
    b->step.condition = str_text(&s);
    term_for_each_var(b->program->tm, e->guard, on_condition_var, b);
    b->visible |= b->step.condition != NULL;
}

static const char *edge_text(Builder *b, const Edge *e)
{
    Str s;
    str_init(b->run, &s);
    program_print_edge(b->program, e, &s);
    return report_clean_text(b->run, str_text(&s));
}

/* ---- steps ---- */

static void add_changes(Run *run, ReportChanges *to, const ReportChanges *from)
{
    for (uint32_t i = 0; i < from->count; i++) {
        ReportChange *c = find_change(to, from->data[i].name, from->data[i].owner);
        if (c) {
            c->after = from->data[i].after;
            if (!c->before)
                c->before = from->data[i].before;
            else if (strcmp(c->before, c->after) == 0)
                c->before = NULL;
        } else {
            vec_push(run, to, from->data[i]);
        }
    }
}

/* Reads of what the same printed step has just written say nothing new. */
static void add_reads(Run *run, ReportStep *to, const ReportChanges *from, bool all)
{
    for (uint32_t i = 0; i < from->count; i++) {
        const char *name = from->data[i].name;
        if (!all && find_change(&to->changes, name, NULL)) continue;
        if (!find_change(&to->reads, name, NULL)) vec_push(run, &to->reads, from->data[i]);
    }
}

static bool is_same_line(SourcePos a, SourcePos b)
{
    if (!a.file || !b.file || !a.line || a.line != b.line) return false;
    return strcmp(a.file, b.file) == 0;
}

/* In C the text is the source line. A .scpl statement that is repeated is shown as often. */
static bool continues(const Builder *b, const ReportStep *last, const ReportStep *next)
{
    return !b->program->counts_initial && last->thread == next->thread && is_same_line(last->pos, next->pos) &&
           strcmp(last->text, next->text) == 0;
}

static void join_steps(Builder *b, ReportStep *last, const ReportStep *next)
{
    add_reads(b->run, last, &next->reads, next->fails);
    add_changes(b->run, &last->changes, &next->changes);
    for (uint32_t i = 0; i < next->creates.count; i++)
        vec_push(b->run, &last->creates, next->creates.data[i]);
    if (next->condition) last->condition = next->condition;
    last->fails = next->fails;
}

static void take_step(Builder *b, const TraceStep *ts)
{
    const Edge *e = &b->program->edges.data[ts->edge.i];
    memset(&b->step, 0, sizeof b->step);
    b->trace_step = ts;
    b->thread = b->step.thread = ts->thread;
    b->visible = b->step.fails = e->is_error;
    b->step.pos = e->pos;
    b->threads.data[ts->thread].acted = true;
    read_edge(b, e);
    note_condition(b, e);
    apply_edge(b, e);
    if (!b->visible) return;
    b->step.text = edge_text(b, e);
    ReportSteps *out = b->out;
    if (out->steps.count && continues(b, &vec_last(&out->steps), &b->step))
        join_steps(b, &vec_last(&out->steps), &b->step);
    else
        vec_push(b->run, &out->steps, b->step);
}

/* ---- the whole ---- */

static void add_input(Builder *b, VarId v, const Slot *slot, const char *owner)
{
    const Var *var = var_of(b, v);
    if (!slot->used || var->is_temporary) return;
    vec_push(b->run, &b->out->inputs, ((ReportChange){var->name, owner, NULL, value_text(b, v, &slot->initial)}));
}

static void collect_inputs(Builder *b)
{
    for (uint32_t v = 0; v < b->program->vars.count; v++)
        if (b->program->vars.data[v].class == VAR_SHARED) add_input(b, (VarId){v}, &b->shared[v], NULL);
    for (uint32_t t = 0; t < b->threads.count; t++) {
        const Template *template = &b->program->templates.data[b->threads.data[t].template.i];
        for (uint32_t i = 0; i < template->locals.count; i++)
            add_input(b, (VarId){template->locals.data[i]}, &b->threads.data[t].locals[i], b->out->threads.data[t]);
    }
}

static void count_threads(Builder *b)
{
    for (uint32_t t = 0; t < b->threads.count; t++)
        if (b->threads.data[t].acted && (b->program->counts_initial || t >= b->trace->initial.count))
            b->out->thread_count++;
}

ReportSteps *report_steps_build(Program *program, const Trace *trace)
{
    Builder b;
    memset(&b, 0, sizeof b);
    b.run = program->run;
    b.program = program;
    b.trace = trace;
    b.out = run_alloc(b.run, sizeof *b.out);
    start(&b);
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        RUN_CHECK(b.run, trace->steps.data[i].thread < b.threads.count);
        take_step(&b, &trace->steps.data[i]);
    }
    collect_inputs(&b);
    count_threads(&b);
    return b.out;
}
