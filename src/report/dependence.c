#include "report/dependence.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"
#include "logic/term/evaluate.h"
#include "logic/term/walk.h"

#define WHOLE UINT64_MAX /* index: all of an array, or what is none */

/* Who wrote (an element of) a variable last. */
typedef struct Writer {
    uint64_t index;
    uint32_t step;
} Writer;

typedef VEC(Writer) Writers; /* at most one for an index */

typedef VEC(uint32_t) StepList;

typedef struct StepNote {
    StepList data, guard; /* steps that wrote what it uses in assignments, and in its guard */
    bool is_choice;       /* another edge leaves the same location */
    bool is_foreign;      /* what it writes comes from another thread, perhaps through local variables */
    bool decides;         /* a choice by what comes from another thread */
} StepNote;

struct Dependences {
    Intern owned;         /* variables with the thread that they belong to, NO_ID: shared */
    VEC(Writers) writers; /* for each of these */
    VEC(StepNote) notes;  /* one for each step taken */
    StepList *list;       /* that is being filled in */
    bool is_foreign;      /* of what was put in: something comes from another thread */
};

void dependence_init(ReportBuilder *b)
{
    b->dependences = run_alloc(b->run, sizeof *b->dependences);
    intern_init(b->run, &b->dependences->owned);
}

void dependence_clear(ReportBuilder *b) { intern_clear(&b->dependences->owned); }

static Writers *writers_of(const ReportBuilder *b, VarId var, uint32_t owner)
{
    Dependences *d = b->dependences;
    uint32_t key[2] = {var.i, owner};
    bool is_new;
    uint32_t id = intern_add(&d->owned, key, 2, &is_new);
    if (is_new) vec_push(b->run, &d->writers, ((Writers){NULL, 0, 0}));
    CHECK(d->writers.count == d->owned.count);
    return &d->writers.data[id];
}

/* The thread that the variable belongs to when this one uses it. */
static uint32_t thread_owning(const ReportBuilder *b, VarId v, uint32_t thread)
{
    return builder_var(b, v)->class == VAR_LOCAL ? thread : NO_ID;
}

/* ---- what is used ---- */

static void add_step_once(Run *run, StepList *list, uint32_t step)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i] == step) return;
    vec_push(run, list, step);
}

/* Arguments come from another thread, too, but are the same in every interleaving: only shared variables count. */
static void add_writer(ReportBuilder *b, uint32_t step, bool is_shared)
{
    Dependences *d = b->dependences;
    CHECK(step < d->notes.count);
    bool is_own = b->trace->steps.data[step].thread == b->thread;
    d->is_foreign |= is_own ? d->notes.data[step].is_foreign : is_shared;
    add_step_once(b->run, d->list, step);
}

uint32_t dependence_writer(const ReportBuilder *b, VarId var, uint64_t index)
{
    uint32_t found = NO_ID;
    const TraceStale *stale = b->trace_step->stale;
    if (stale && stale->var.i == var.i) return stale->after;
    const Writers *writers = writers_of(b, var, thread_owning(b, var, b->thread));
    for (uint32_t i = 0; i < writers->count; i++) {
        const Writer *w = &writers->data[i];
        if (w->index != index && w->index != WHOLE) continue;
        if (found == NO_ID || w->step > found) found = w->step; /* later than one of the whole */
    }
    return found;
}

/* An array that is used as a whole has many writers; what selects an element adds to them only. */
static void use_all(ReportBuilder *b, VarId var)
{
    uint32_t owner = thread_owning(b, var, b->thread);
    const Writers *writers = writers_of(b, var, owner);
    for (uint32_t i = 0; i < writers->count; i++)
        add_writer(b, writers->data[i].step, owner == NO_ID);
}

static void use(ReportBuilder *b, VarId var, uint64_t index)
{
    uint32_t writer = dependence_writer(b, var, index);
    if (writer != NO_ID) add_writer(b, writer, thread_owning(b, var, b->thread) == NO_ID);
}

static Value value_at_step(void *arg, TermManager *tm, Term var)
{
    ReportBuilder *b = arg;
    VarId v = {term_symbol(tm, var)};
    for (uint32_t i = 0; i < b->trace_step->inputs.count; i++)
        if (b->trace_step->inputs.data[i].var.i == v.i) return b->trace_step->inputs.data[i].value;
    const VarSlot *slot = builder_slot(b, v, b->thread);
    return slot ? slot->value : (Value){.bits = 0};
}

static void use_subterm(void *arg, Term t)
{
    ReportBuilder *b = arg;
    TermManager *tm = b->program->tm;
    if (term_kind(tm, t) == TERM_VAR) {
        VarId v = {term_symbol(tm, t)};
        const Var *var = builder_var(b, v);
        if (var->class != VAR_INPUT && var->sort.kind != SORT_ARRAY) use(b, v, WHOLE);
        return;
    }
    if (term_kind(tm, t) != TERM_SELECT) return;
    Term array = term_arg(tm, t, 0);
    if (term_kind(tm, array) != TERM_VAR) return;
    use(b, (VarId){term_symbol(tm, array)}, term_evaluate(tm, term_arg(tm, t, 1), value_at_step, b, NULL).bits);
}

static void use_term(ReportBuilder *b, Term t, StepList *list)
{
    b->dependences->list = list;
    term_for_each_subterm(b->program->tm, t, use_subterm, b);
}

/* ---- what is written ---- */

typedef struct Write {
    VarId var;
    uint32_t owner;
    uint64_t index;
} Write;

/* The value of an assignment: an array that is the variable itself but for one element is a write of the element. */
static Write find_write(ReportBuilder *b, const Assign *a, StepList *uses)
{
    TermManager *tm = b->program->tm;
    Write w = {a->var, thread_owning(b, a->var, b->thread), WHOLE};
    use_term(b, a->value, uses);
    if (builder_var(b, a->var)->sort.kind != SORT_ARRAY) return w;
    bool is_store = term_kind(tm, a->value) == TERM_STORE;
    Term base = is_store ? term_arg(tm, a->value, 0) : a->value;
    bool is_own = term_kind(tm, base) == TERM_VAR && term_symbol(tm, base) == a->var.i;
    if (is_store && is_own)
        w.index = term_evaluate(tm, term_arg(tm, a->value, 1), value_at_step, b, NULL).bits;
    else
        use_all(b, a->var);
    return w;
}

static void put_write(ReportBuilder *b, const Write *write, uint32_t step)
{
    Writers *writers = writers_of(b, write->var, write->owner);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < writers->count; i++)
        if (write->index != WHOLE && writers->data[i].index != write->index) writers->data[kept++] = writers->data[i];
    writers->count = kept;
    vec_push(b->run, writers, ((Writer){write->index, step}));
}

/* ---- steps ---- */

void dependence_take_edge(ReportBuilder *b, const Edge *edge)
{
    Dependences *d = b->dependences;
    uint32_t step = d->notes.count, count = edge->assign_count + edge->arg_count;
    CHECK(step < b->trace->steps.count && b->trace_step == &b->trace->steps.data[step]);
    StepNote note = {.is_choice = program_out_count(b->program, edge->from) > 1};
    Write *writes = run_alloc(b->run, (count + 1) * sizeof *writes);
    d->is_foreign = false;
    use_term(b, edge->guard, &note.guard);
    note.decides = note.is_choice && d->is_foreign;
    for (uint32_t i = 0; i < edge->assign_count; i++)
        writes[i] = find_write(b, &edge->assigns[i], &note.data);
    for (uint32_t i = 0; i < edge->arg_count; i++) {
        use_term(b, edge->args[i].value, &note.data);
        writes[edge->assign_count + i] = (Write){edge->args[i].var, b->trace_step->child, WHOLE};
    }
    note.is_foreign = d->is_foreign;
    const TraceStale *stale = b->trace_step->stale; /* of its variable others are the last that write */
    for (uint32_t i = 0; i < count; i++)
        if (!stale || writes[i].var.i != stale->var.i) put_write(b, &writes[i], step);
    run_release(b->run, writes);
    vec_push(b->run, &d->notes, note);
}

void dependence_take_folded(ReportBuilder *b, const Edge *edge)
{
    Dependences *d = b->dependences;
    for (uint32_t i = 0; i < edge->assign_count; i++) {
        VarId v = edge->assigns[i].var;
        if (builder_var(b, v)->class == VAR_SHARED) put_write(b, &(Write){v, NO_ID, WHOLE}, d->notes.count);
    }
    vec_push(b->run, &d->notes, (StepNote){.is_foreign = true});
}

/* ---- backwards ---- */

static void raise(Relevance *all, uint32_t step, Relevance to)
{
    if (all[step] < to) all[step] = to;
}

static void raise_list(Relevance *all, const StepList *list, Relevance to)
{
    for (uint32_t i = 0; i < list->count; i++)
        raise(all, list->data[i], to);
}

/* The failing step, the decision that led to it, and who wrote what they use. */
static void mark_failure(const ReportBuilder *b, Relevance *all)
{
    const Dependences *d = b->dependences;
    uint32_t last = d->notes.count - 1;
    all[last] = RELEVANCE_DIRECT;
    raise_list(all, &d->notes.data[last].guard, RELEVANCE_DIRECT);
    raise_list(all, &d->notes.data[last].data, RELEVANCE_DIRECT);
    for (uint32_t i = last; i-- > 0 && !d->notes.data[last].is_choice;) {
        const StepNote *note = &d->notes.data[i];
        if (b->trace->steps.data[i].thread != b->trace->steps.data[last].thread || !note->is_choice) continue;
        all[i] = RELEVANCE_DIRECT;
        raise_list(all, &note->guard, RELEVANCE_DIRECT);
        return;
    }
}

static bool is_of_one_statement(const ReportBuilder *b, uint32_t i, uint32_t k)
{
    const TraceStep *x = &b->trace->steps.data[i], *y = &b->trace->steps.data[k];
    SourcePos p = b->program->edges.data[x->edge.i].pos, q = b->program->edges.data[y->edge.i].pos;
    return x->thread == y->thread && p.file && q.file && p.line && p.line == q.line && strcmp(p.file, q.file) == 0;
}

/* What a statement computes may depend on how its operators && and ?: decided: those before on the same line. */
static void mark_statement(const ReportBuilder *b, Relevance *all, uint32_t step)
{
    if (step > 0 && is_of_one_statement(b, step - 1, step)) raise(all, step - 1, RELEVANCE_VALUE);
}

const Relevance *dependence_relevances(ReportBuilder *b)
{
    const Dependences *d = b->dependences;
    uint32_t count = d->notes.count;
    CHECK(count == b->trace->steps.count);
    Relevance *all = run_alloc(b->run, (count + 1) * sizeof *all);
    if (!count) return all;
    mark_failure(b, all);
    for (uint32_t i = count; i-- > 0;) { /* writers come before those who use what they wrote */
        const StepNote *note = &d->notes.data[i];
        if (all[i] >= RELEVANCE_VALUE) {
            raise_list(all, &note->data, RELEVANCE_VALUE);
            raise_list(all, &note->guard, RELEVANCE_VALUE);
            mark_statement(b, all, i);
        }
        if (note->decides) raise(all, i, RELEVANCE_DECISION);
    }
    return all;
}
