#include "c/exact/model/emit.h"

#include "base/check.h"
#include "c/compile/source.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/order.h"
#include "c/exact/model/origin.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

/* ---- checks ---- */

static bool is_bool_or_none(const Lowering *L, Term t) { return !term_is(t) || term_sort(L->tm, t).kind == SORT_BOOL; }

/* Among the first assignments. */
static bool is_assigned_before(const Step *step, uint32_t count, VarId var)
{
    for (uint32_t i = 0; i < count; i++)
        if (step->assigns.data[i].var.i == var.i) return true;
    return false;
}

static bool assign_is_valid(const Lowering *L, Assign a, TemplateId thread)
{
    const Program *p = L->program;
    if (!program_has_var(p, a.var) || !term_is(a.value)) return false;
    if (p->vars.data[a.var.i].class == VAR_INPUT) return false;
    bool is_reached = p->vars.data[a.var.i].class == VAR_SHARED || program_is_local_of(p, a.var, thread);
    return sort_same(term_sort(L->tm, a.value), p->vars.data[a.var.i].sort) &&
           (is_reached || L->facts->has_changed); /* an object turned out to be shared: for the next pass */
}

bool emitted_step_is_valid(const Lowering *L, const Step *step)
{
    bool is_valid = is_bool_or_none(L, step->guard) && (step->has_spawn || step->args.count == 0);
    for (uint32_t i = 0; i < step->assigns.count; i++)
        is_valid = is_valid && assign_is_valid(L, step->assigns.data[i], L->thread->id) &&
                   !is_assigned_before(step, i, step->assigns.data[i].var);
    for (uint32_t i = 0; i < step->args.count; i++)
        is_valid = is_valid && assign_is_valid(L, step->args.data[i], step->spawn) &&
                   L->program->vars.data[step->args.data[i].var.i].is_parameter;
    return is_valid;
}

/* Whether the thread at hand has the edge, and it is none that goes wrong. */
static bool edge_goes_on(const Lowering *L, EdgeId edge)
{
    const Program *p = L->program;
    return program_has_edge(p, edge) && !p->edges.data[edge.i].is_error &&
           p->locs.data[p->edges.data[edge.i].from.i].template.i == L->thread->id.i;
}

bool cursor_is_valid(const Lowering *L, const Cursor *cursor)
{
    const Program *p = L->program;
    bool is_one_step = cursor->depth > 0 || L->options->granularity == GRANULARITY_STATEMENT;
    if (cursor->is_reachable && !cursor->has_loc && cursor->dangling.count == 0) return false;
    if (cursor->has_loc && (cursor->dangling.count > 0 || !program_has_loc(p, cursor->loc))) return false;
    if (cursor->has_loc && p->locs.data[cursor->loc.i].template.i != L->thread->id.i) return false;
    if (cursor->has_loc && p->locs.data[cursor->loc.i].atomic && !is_one_step) return false;
    if (cursor->is_mid && !is_one_step) return false;
    for (uint32_t i = 0; i < cursor->dangling.count; i++)
        if (!edge_goes_on(L, cursor->dangling.data[i])) return false;
    return is_bool_or_none(L, cursor->condition) && (L->origins || cursor->events.count == 0);
}

typedef struct SharedScan {
    const Program *program;
    TermManager *tm;
    bool found;
} SharedScan;

static void scan_shared(void *arg, Term var)
{
    SharedScan *scan = arg;
    scan->found |= scan->program->vars.data[term_symbol(scan->tm, var)].class == VAR_SHARED;
}

bool reads_are_saved(const Lowering *L)
{
    SharedScan scan = {L->program, L->tm, false};
    if (term_is(L->cursor.condition)) term_for_each_var(L->tm, L->cursor.condition, scan_shared, &scan);
    for (const Frame *f = L->frame; f; f = f->caller)
        for (uint32_t i = 0; i < f->live.count; i++) {
            const ValueEntry *e = &f->entries.data[f->live.data[i]];
            for (uint32_t k = 0; e->remaining > 0 && k < e->val.count; k++)
                term_for_each_var(L->tm, e->val.terms[k], scan_shared, &scan);
        }
    return !scan.found;
}

/* ---- steps ---- */

void step_assign(Lowering *L, Step *step, VarId var, Term value)
{
    CHECK(assign_is_valid(L, (Assign){var, value}, L->thread->id));
    CHECK(!is_assigned_before(step, step->assigns.count, var));
    Assign a = {var, value};
    vec_push(L->run, &step->assigns, a);
}

void step_free(Lowering *L, Step *step)
{
    vec_free(L->run, &step->assigns);
    vec_free(L->run, &step->args);
}

/* ---- locations ---- */

LocId loc_make(Lowering *L, Thread *thread, const char *name, bool is_atomic)
{
    return program_add_loc(L->program, thread->id, name, is_atomic, L->pos);
}

void edge_set_target(Lowering *L, EdgeId edge, LocId to)
{
    Edge *e = &L->program->edges.data[edge.i];
    CHECK(program_has_edge(L->program, edge) && program_has_loc(L->program, to));
    CHECK(L->program->locs.data[e->from.i].template.i == L->program->locs.data[to.i].template.i);
    e->to = to;
}

LocId cursor_loc(Lowering *L)
{
    Cursor *c = &L->cursor;
    if (!c->has_loc) {
        c->loc = loc_make(L, L->thread, NULL, c->depth > 0 || c->is_mid);
        c->has_loc = true;
        for (uint32_t i = 0; i < c->dangling.count; i++)
            edge_set_target(L, c->dangling.data[i], c->loc);
        vec_clear(&c->dangling);
    }
    CHECK(program_has_loc(L->program, c->loc));
    CHECK(L->program->locs.data[c->loc.i].template.i == L->thread->id.i);
    return c->loc;
}

/* ---- saves ---- */

typedef struct Mention {
    Lowering *L;
    const Assign *assigns;
    uint32_t count;
    bool found, is_volatile;
} Mention;

static void mention_var(void *arg, Term var)
{
    Mention *m = arg;
    uint32_t symbol = term_symbol(m->L->tm, var);
    m->is_volatile |= m->L->program->vars.data[symbol].class != VAR_LOCAL;
    for (uint32_t i = 0; i < m->count && !m->found; i++)
        m->found = m->assigns[i].var.i == symbol;
}

static bool val_mentions(Lowering *L, const Val *val, const Assign *assigns, uint32_t count)
{
    Mention m = {L, assigns, count, false, false};
    for (uint32_t i = 0; i < val->count && !m.found; i++)
        term_for_each_var(L->tm, val->terms[i], mention_var, &m);
    return m.found;
}

static bool is_volatile_term(Lowering *L, Term t)
{
    Mention m = {L, NULL, 0, false, false};
    if (term_is(t)) term_for_each_var(L->tm, t, mention_var, &m);
    return m.is_volatile;
}

static const char *temporary_name(Lowering *L, LLVMValueRef value)
{
    if (LLVMIsALoadInst(value)) return run_format(L->run, "%s.read", value_name(L, LLVMGetOperand(value, 0)));
    return run_format(L->run, "%s.tmp", value_name(L, value));
}

static void save_entry(Lowering *L, Step *step, ValueEntry *e)
{
    const char *name = temporary_name(L, e->value);
    CHECK(e->remaining > 0 && e->val.count > 0 && e->val.count <= VAL_TERMS);
    for (uint32_t i = 0; i < e->val.count; i++) {
        Term t = e->val.terms[i];
        if (term_is_const(L->tm, t)) continue;
        bool is_signed = true;
        if (term_kind(L->tm, t) == TERM_VAR) is_signed = L->program->vars.data[term_symbol(L->tm, t)].is_signed;
        VarId temporary = var_temporary(L, name, term_sort(L->tm, t), is_signed);
        step_assign(L, step, temporary, t);
        e->val.terms[i] = var_term(L, temporary);
        CHECK(!is_volatile_term(L, e->val.terms[i]));
    }
    e->is_volatile = e->is_unstable = false;
}

/* What a caller still needs must have been saved before the call: here there may be other ways through the callee. */
_Noreturn static void save_before_call(Lowering *L, const Frame *callee)
{
    bool was_saved = !callee->call || facts_has(L->facts, callee->call, 0, FACT_SAVED);
    RUN_CHECK(L->run, !was_saved || L->facts->has_changed);
    if (!was_saved) facts_add(L, callee->call, 0, FACT_SAVED);
    longjmp(L->restart, 1);
}

/* Saves what the assignments would change, everything volatile, and with all set everything unstable of the
 * current frame. Entries without remaining uses are forgotten. */
static void save_changed(Lowering *L, Step *step, const Assign *assigns, uint32_t count, bool all)
{
    Frame *callee = NULL;
    for (Frame *f = L->frame; f; callee = f, f = f->caller) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < f->live.count; i++) {
            uint32_t id = f->live.data[i];
            CHECK(id < f->entries.count);
            ValueEntry *e = &f->entries.data[id];
            if (e->remaining == 0) continue;
            bool is_due = e->is_volatile || (all && f == L->frame);
            if (!is_due && val_mentions(L, &e->val, assigns, count)) {
                if (f != L->frame) save_before_call(L, callee);
                is_due = true;
            }
            if (is_due)
                save_entry(L, step, e);
            else
                f->live.data[kept++] = id;
        }
        f->live.count = kept;
    }
}

void step_save_all(Lowering *L, Step *step) { save_changed(L, step, NULL, 0, true); }

/* Whether some edge may assign a variable in the term, or it is not a variable of the thread alone. */
static void scan_changing(void *arg, Term var)
{
    Mention *m = arg;
    uint32_t symbol = term_symbol(m->L->tm, var);
    m->found |= m->L->program->vars.data[symbol].class != VAR_LOCAL || m->L->var_owners.data[symbol] != NULL;
}

static bool keep_changing_term(Lowering *L, Term *t, Step *step)
{
    Mention m = {L, NULL, 0, false, false};
    if (!term_is(*t)) return false;
    term_for_each_var(L->tm, *t, scan_changing, &m);
    if (!m.found) return false;
    VarId kept = var_temporary(L, "kept", term_sort(L->tm, *t), true);
    step_assign(L, step, kept, *t);
    *t = var_term(L, kept);
    CHECK(L->var_owners.data[kept.i] == NULL); /* nothing else assigns it */
    return true;
}

void term_keep(Lowering *L, Term *t)
{
    Step step = {0};
    if (keep_changing_term(L, t, &step)) step_emit(L, &step);
}

void address_keep(Lowering *L, Val *v)
{
    Step step = {0};
    bool any = false;
    for (uint32_t i = 0; i < v->count; i++)
        any |= keep_changing_term(L, &v->terms[i], &step);
    if (any) step_emit(L, &step);
}

void entries_protect(Lowering *L, const Val *address)
{
    Frame *f = L->frame;
    VEC(Assign) cells = {0};
    CHECK(address->kind == VAL_POINTER && address->object < L->objects.count);
    const Object *object = &L->objects.data[address->object];
    for (uint32_t i = 0; i < object->cells.count; i++) {
        const Cell *cell = &L->cells.data[object->cells.data[i]];
        if (cell->kind != CELL_POINTER) vec_push(L->run, &cells, ((Assign){cell->var, TERM_NONE}));
    }
    bool is_due = false;
    for (uint32_t i = 0; i < f->live.count && !is_due; i++) {
        const ValueEntry *e = &f->entries.data[f->live.data[i]];
        is_due = e->remaining > 0 && val_mentions(L, &e->val, cells.data, cells.count);
    }
    vec_free(L->run, &cells);
    if (!is_due) return;
    Step step = {0};
    step_save_all(L, &step);
    step_emit(L, &step);
}

/* ---- edges ---- */

EdgeId step_add(Lowering *L, const Step *step)
{
    Term guard = term_is(step->guard) ? step->guard : term_bool(L->tm, true);
    if (term_is(L->cursor.condition)) guard = term_and(L->tm, L->cursor.condition, guard);
    if (term_is_false(L->tm, guard)) return (EdgeId){NO_ID};
    CHECK(emitted_step_is_valid(L, step));
    CHECK(is_bool_or_none(L, L->cursor.condition));
    LocId from = cursor_loc(L);
    Edge edge = edge_make(from, from, L->pos);
    edge.guard = guard;
    edge.assigns = step->assigns.data;
    edge.assign_count = step->assigns.count;
    if (step->has_spawn) {
        edge.spawn = step->spawn;
        edge.args = step->args.data;
        edge.arg_count = step->args.count;
    }
    edge.approximate = step->approximate;
    edge.is_failure = step->fails;
    edge.action = L->action;
    order_edge(L, step, &edge);
    edge.accesses = (Access *)step->accesses;
    edge.access_count = step->access_count;
    edge.call = call_site_here(L);
    edge.event = step->event;
    edge.text = sources_line(L->sources, L->pos);
    EdgeId id = program_add_edge(L->program, &edge);
    if (step->wait) vec_push(L->run, &L->waits.list.data[step->wait - 1].edges, id);
    origin_edge(L, id, step->exchange_fails, step->memory, step->failing);
    return id;
}

static void cursor_advance(Lowering *L)
{
    Cursor *c = &L->cursor;
    c->has_loc = false;
    vec_free(L->run, &c->events);
    c->is_mid = c->has_boundary = c->has_read = false;
    c->order = MEMORY_ORDERED;
    c->condition = TERM_NONE;
    c->is_reachable = c->dangling.count > 0;
    CHECK(cursor_is_valid(L, c));
    CHECK(reads_are_saved(L)); /* the edge may have changed what they were over, and others can from now on */
}

void steps_emit(Lowering *L, Step *steps, uint32_t count)
{
    Step saves = {0};
    VEC(Assign) assigned = {0};
    CHECK(count > 0);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < steps[i].assigns.count; k++)
            vec_push(L->run, &assigned, steps[i].assigns.data[k]);
    save_changed(L, &saves, assigned.data, assigned.count, false);
    vec_free(L->run, &assigned);
    EdgeIds edges = {0};
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < saves.assigns.count; k++)
            vec_push(L->run, &steps[i].assigns, saves.assigns.data[k]);
        EdgeId edge = step_add(L, &steps[i]);
        if (edge.i != NO_ID) vec_push(L->run, &edges, edge);
        step_free(L, &steps[i]);
    }
    step_free(L, &saves);
    cursor_loc(L);
    vec_free(L->run, &L->cursor.dangling);
    L->cursor.dangling = edges;
    cursor_advance(L);
}

EdgeId step_emit(Lowering *L, Step *step)
{
    steps_emit(L, step, 1);
    return L->cursor.dangling.count ? L->cursor.dangling.data[0] : (EdgeId){NO_ID};
}

LocId thread_error_loc(Lowering *L, Thread *t)
{
    if (!t->has_error) t->error = loc_make(L, t, "error", false);
    t->has_error = true;
    CHECK(L->program->locs.data[t->error.i].template.i == t->id.i && !L->program->locs.data[t->error.i].atomic);
    return t->error;
}

static void add_failing_edge(Lowering *L, const Step *step, Property property, const char *what)
{
    LocId to = thread_error_loc(L, L->thread);
    CHECK(step->assigns.count == 0 && !step->has_spawn); /* a failure changes nothing */
    EdgeId edge = step_add(L, step);
    if (edge.i == NO_ID) return;
    Edge *e = &L->program->edges.data[edge.i];
    e->is_error = true;
    e->property = property;
    e->what = what;
    edge_set_target(L, edge, to);
}

static void note_place(Lowering *L, Property property, SourcePos pos)
{
    vec_push(L->run, &L->program->places, ((CheckedPlace){property, pos}));
}

void note_assertion(Lowering *L, LLVMValueRef failing)
{
    note_place(L, PROPERTY_UNREACH_CALL, sources_pos(L->sources, failing));
}

void emit_error(Lowering *L, Term guard, LLVMValueRef failing)
{
    note_assertion(L, failing);
    Step step = {0};
    step.guard = guard;
    step.failing = failing;
    add_failing_edge(L, &step, PROPERTY_UNREACH_CALL, NULL);
}

void emit_limit(Lowering *L, Term guard, const char *why)
{
    Step step = {0};
    step.guard = guard;
    step.approximate = why;
    L->has_limit = true;
    add_failing_edge(L, &step, PROPERTY_UNREACH_CALL, NULL);
}

bool property_is_asked(const Lowering *L, Property property)
{
    PropertySet asked = L->options->properties;
    return asked ? (asked & PROPERTY_BIT(property)) != 0 : property == PROPERTY_UNREACH_CALL;
}

bool deref_is_asked(const Lowering *L) { return property_is_asked(L, PROPERTY_VALID_DEREF); }

bool memory_is_asked(const Lowering *L)
{
    return property_is_asked(L, PROPERTY_VALID_DEREF) || property_is_asked(L, PROPERTY_VALID_FREE) ||
           property_is_asked(L, PROPERTY_VALID_MEMTRACK);
}

void emit_violation(Lowering *L, Term guard, Property property, const char *what)
{
    CHECK(property != PROPERTY_UNREACH_CALL && what);
    if (!property_is_asked(L, property) || !L->cursor.is_reachable) return;
    note_place(L, property, L->pos);
    if (term_is(guard) && term_is_false(L->tm, guard)) return;
    Step step = {0};
    step.guard = guard;
    step.failing = L->instruction;
    add_failing_edge(L, &step, property, what);
}

/* ---- pending reads and conditions ---- */

void condition_add(Lowering *L, Term t)
{
    if (!term_is(t) || term_is_true(L->tm, t)) return;
    CHECK(term_sort(L->tm, t).kind == SORT_BOOL);
    Term *condition = &L->cursor.condition;
    *condition = term_is(*condition) ? term_and(L->tm, *condition, t) : t;
    if (term_is_false(L->tm, *condition)) {
        cursor_loc(L);
        L->cursor.is_reachable = false;
    }
}

void condition_require(Lowering *L, Term t, Property property, const char *what)
{
    if (!term_is(t)) return;
    emit_violation(L, term_not(L->tm, t), property, what);
    condition_add(L, t);
}

bool accesses_split(const Lowering *L) { return L->options->granularity == GRANULARITY_ACCESS && L->cursor.depth == 0; }

/* Whether there are values that must be saved by the next edge. */
static bool values_are_pending(Lowering *L)
{
    for (Frame *f = L->frame; f; f = f->caller)
        for (uint32_t i = 0; i < f->live.count; i++) {
            const ValueEntry *e = &f->entries.data[f->live.data[i]];
            if (e->remaining > 0 && e->is_volatile) return true;
        }
    return is_volatile_term(L, L->cursor.condition);
}

bool reads_are_pending(Lowering *L) { return L->cursor.has_read && values_are_pending(L); }

static void flush(Lowering *L)
{
    SourcePos here = L->pos;
    bool is_mid = L->options->granularity == GRANULARITY_STATEMENT && !L->cursor.has_boundary;
    if (L->cursor.has_read) L->pos = L->cursor.read_pos;
    step_emit(L, &(Step){0});
    L->cursor.is_mid = is_mid;
    L->pos = here;
    CHECK(cursor_is_valid(L, &L->cursor) && !values_are_pending(L));
}

void reads_flush(Lowering *L)
{
    if (reads_are_pending(L)) flush(L);
}

void values_flush(Lowering *L)
{
    if (values_are_pending(L)) flush(L);
}

void statement_end(Lowering *L) { L->cursor.has_boundary = true; }
